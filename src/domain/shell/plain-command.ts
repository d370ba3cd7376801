/**
 * A command line as words, where it is no more than words.
 *
 * Not a shell grammar: whatever a shell would expand, redirect, chain or take as a second line is not taken apart but
 * named as the problem. What remains means the same to every shell: words, between blanks, some of them in quotes.
 */
import { type Form, type Part, says } from '../policy/sentence.ts';

export interface Word {
  readonly text: string;
  /** Some of it stood in quotes. */
  readonly quoted: boolean;
}

export type PlainCommand = { readonly words: readonly Word[] } | { readonly problem: Form };

const maxLength = 4_000;

/** What a character outside quotes does; each makes a command more than words. */
const meanings: Readonly<Record<string, Form>> = {
  '|': says`sends output to another command`,
  '&': says`starts another command`,
  ';': says`starts another command`,
  '\n': says`starts another command on a new line`,
  '\r': says`hides what stands before it`,
  '<': says`reads from elsewhere`,
  '>': says`writes output to a file`,
  '(': says`starts a shell of its own`,
  ')': says`starts a shell of its own`,
  '{': says`is expanded by the shell`,
  '}': says`is expanded by the shell`,
  '*': says`is expanded to the names of files`,
  '?': says`is expanded to the names of files`,
  '[': says`is expanded to the names of files`,
  ']': says`is expanded to the names of files`,
  '~': says`is expanded to a home folder`,
  $: says`is replaced by the shell`,
  '`': says`is replaced by what another command prints`,
  '\\': says`changes what the next character means`,
  '#': says`begins a comment`,
};

/** Bare words are of these: letters and digits of any script, and marks that mean nothing to a shell. */
const bare = /^[\p{L}\p{M}\p{N}_\-./:,=+@%!^]$/u;

/** Within double quotes these still mean something, or look as if they did. */
const inDoubleQuotes = '|&;<>()$`\\\n\r';

/**
 * Control, format, private and unpaired characters, and the separators of lines and paragraphs: what a reader would not
 * see.
 */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Words in order, at least one; or why there are none to be had, in words for the owner. */
export function plainWords(command: string): PlainCommand {
  if (command.length > maxLength) return { problem: says`it is longer than ${maxLength} characters` };
  const words: Word[] = [];
  let text: string | undefined;
  let quoted = false;
  let quote: '' | "'" | '"' = '';
  for (const char of command) {
    if (char === '\t' || (char === ' ' && quote === '')) {
      if (quote !== '') {
        text += char;
        continue;
      }
      if (text !== undefined) words.push({ text, quoted });
      text = undefined;
      quoted = false;
    } else if (invisible.test(char) && char !== '\n' && char !== '\r') {
      return { problem: says`it contains an invisible character (${codePoint(char)})` };
    } else if (char === quote) {
      quote = '';
    } else if (quote === '' && (char === "'" || char === '"')) {
      quote = char;
      quoted = true;
      text ??= '';
    } else if (quote === "'" ? char === '\n' || char === '\r' : quote === '"' && inDoubleQuotes.includes(char)) {
      return {
        problem: says`${shown(char)} ${meanings[char] ?? says`means something to the shell`}, or looks like it`,
      };
    } else if (quote === '' && !bare.test(char)) {
      return { problem: says`${shown(char)} ${meanings[char] ?? says`is no character of a plain word`}` };
    } else {
      text = (text ?? '') + char;
    }
  }
  if (quote !== '') return { problem: says`a quote is opened and never closed` };
  if (text !== undefined) words.push({ text, quoted });
  return words.length > 0 ? { words } : { problem: says`there is no command in it` };
}

function shown(char: string): Part {
  if (char === '\n' || char === '\r') return says`a line break`;
  return char.trim() === '' ? codePoint(char) : `“${char}”`;
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
