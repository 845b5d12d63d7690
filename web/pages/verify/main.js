import { cardElement, backElement } from "../../cards/card.js";
import { useLanguage } from "../../core/language.js";

useLanguage(navigator.languages);
const main = document.getElementById("page");
for (const width of [40, 46, 90]) {
  const row = document.createElement("p");
  row.style.setProperty("--card", `${width}px`);
  for (const card of [0, 9, 10, 24, 12, 27, 35, 36, 37, 42, 43, 45, 46, 48, 51, 52, 53]) row.append(cardElement(card));
  row.append(backElement());
  main?.append(row);
}
