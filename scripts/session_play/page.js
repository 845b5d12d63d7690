/** What a page offers: each thing that can be touched where it is seen. Called as a function's body. */
const isSeen = (one) => {
  const box = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && Number(style.opacity) > 0.05;
};
const region = (one) => ["hand", "offers", "board", "people", "trouble", "panel", "content", "top", "aside"].find((name) => one.closest(`.${name}`)) ?? "";
const items = [...document.querySelectorAll("button:not(:disabled)")].filter(isSeen).map((one) => ({
  key: one.dataset.key ?? "", action: one.dataset.action ?? "", text: one.innerText.trim() || one.getAttribute("aria-label") || "",
  region: region(one), useful: one.classList.contains("useful"), chosen: one.classList.contains("chosen"), idle: one.classList.contains("idle"),
}));
const shown = (css) => {
  const one = document.querySelector(css);
  return one && isSeen(one) ? one.innerText.trim() : "";
};
const trouble = document.querySelector(".trouble");
return {
  items,
  trouble: trouble?.classList.contains("notice") ? "" : shown(".trouble"),
  notice: trouble?.classList.contains("notice") ? shown(".trouble") : "",
  prompt: shown(".prompt"), people: shown(".people"),
  isTurn: Boolean(document.querySelector(".prompt.turn")) && !document.querySelector(".game")?.hidden,
  isGame: Boolean(document.querySelector(".game")) && !document.querySelector(".game").hidden,
  isLobby: Boolean(document.getElementById("variant")?.offsetParent),
  isConnected: !/^(Tables|)$/.test(shown(".lobby h2")),
  isStart: Boolean(document.getElementById("name")?.offsetParent),
  seats: document.querySelectorAll(".seated li").length,
  problems: (window.playProblems ?? []).splice(0),
  wide: document.documentElement.scrollWidth - innerWidth,
};
