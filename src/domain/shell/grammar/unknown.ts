/** Stands for a piece of text that nobody knows yet: no command can hold it. */
export const unknown = '\0';

/** The same, and a whole number for sure. */
export const someNumber = '\0\x01';

/** The same, and the shell may make several words of it, or none. */
export const someWords = '\0\x02';

/** A list that stands in the text as one (`x=(…)`): what is in it is judged there. */
export const someList = '\0\x03';

/** All of them. */
export const anyUnknown = /\0[\x01-\x03]?/g;

/** Holds something unknown that is no number. */
export function isUnclear(text: string): boolean {
  return /\0(?!\x01)/.test(text);
}

/** Could become an option: it begins with what is unknown, or becomes several words. */
export function mayBeOption(word: string): boolean {
  return /^\0(?!\x01)|\0\x02/.test(word);
}

/** Holds something unknown that is no number, or a pattern that may become any name of a file. */
export function isOpen(text: string): boolean {
  return isUnclear(text) || /[*?[]/.test(text);
}

/** What comes from an expansion without quotes: whatever is unknown in it may be several words. */
export function unquoted(text: string): string {
  return text.replace(/\0(?![\x01-\x03])/g, someWords);
}
