/** Text from people as it may be shown: names in a transcript are as somebody typed them. */

/** What is shown as nothing, turns the direction of other text, or controls a device. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** More marks on one letter than any language has. */
const MANY_MARKS = /(\p{M}{2})\p{M}+/gu;

/** The same text without characters that can make it look like another, or like more than one text. @param {string} text */
export function harmless(text) {
  return text.replace(/\s/gu, " ").replace(UNSEEN, "").replace(MANY_MARKS, "$1");
}
