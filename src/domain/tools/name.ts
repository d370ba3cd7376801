/** What a tool may be called: one rule for those built in and those the agent writes. */

/** Lower case letters, digits and underscores, a letter first, at most 64. */
export function isToolName(text: string): boolean {
  return /^[a-z][a-z0-9_]{0,63}$/.test(text);
}

/** The rule in words, to stand after "a tool's name is". */
export const toolNameRule = 'lower case letters, digits and underscores, a letter first, at most 64';
