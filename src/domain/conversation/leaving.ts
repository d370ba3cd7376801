/** The words with which people leave a program. As a whole message they are meant for it, and never for a model. */
export function isLeaving(text: string): boolean {
  return /^(?:\/?(?:exit|quit)(?:\(\))?|logout|:q!?|beenden)$/i.test(text.trim());
}
