/**
 * Scripts of sed that are understood as a whole, by a grammar on purpose smaller than sed's own.
 *
 * What it does not hold may well only read: that is asked about. No part of a command may have an end about which two
 * kinds of sed could disagree, so a delimiter in brackets, a line that goes on, and a regular expression with a
 * delimiter of its own are left out.
 */

const escaped = String.raw`\\[nt.*[\]\\/^$+?(){}|&0-9sSwWbB<>'"#,:@!%_~=;-]`;
const set = (mark: string) => String.raw`\[\^?(?:\[:[a-z]{5,6}:\]|[^\]\[\\\n;${mark}])+\]`;
const regex = (mark: string) => `(?:${escaped}|${set(mark)}|[^\\\\\\[\\n${mark}])*`;
const replacement = (mark: string) => `(?:${escaped}|[^\\\\\\n${mark}])*`;
const letters = (mark: string) => `(?:\\\\[n\\\\]|[^\\\\\\[\\]\\n${mark}])*`;

const address = `(?:\\d+(?:~\\d+)?|\\$|/${regex('/')}/[IM]*)`;
const addresses = new RegExp(`(?:${address}(?:,(?:${address}|[+~]\\d+))?)?[ \\t]*(?:![ \\t]*)?`, 'y');
/** Up to where the next command may begin. */
const end = '[ \\t]*(?=[;\\n}#]|$)';
const marks = ['/', '|', ',', '#', ':', '@', '!', '%', '_', '~', '+', '='];
const commands = [
  `[pPdDgGhHnNxzF=]${end}`,
  `[qQlL][ \\t]*\\d{0,3}${end}`,
  ...marks.map(mark => {
    const sign = /[|+]/.test(mark) ? `\\${mark}` : mark;
    return `s${sign}${regex(sign)}${sign}${replacement(sign)}${sign}[gpiIMm0-9]*${end}|y${sign}${letters(sign)}${sign}${letters(sign)}${sign}${end}`;
  }),
  ':[ \\t]*[A-Za-z0-9_]+(?=[;\\n]|$)',
  '[btT][ \\t]*[A-Za-z0-9_]*(?=[;\\n}]|$)',
  '[aic][ \\t]*[^\\\\\\s][^\\\\\\n]*(?=\\n|$)',
  '\\{',
].map(source => new RegExp(source, 'y'));
const between = /(?:[\s;}]|#[^\n]*(?=\n|$))*/y;

/** Each command of it is one that prints or changes the text at hand, and nothing else. */
export function isPlainSed(script: string): boolean {
  if (script.length > 4_000) return false;
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const [taken] = pattern.exec(script) ?? [];
    if (taken === undefined) return false;
    at += taken.length;
    return true;
  };
  for (;;) {
    take(between);
    if (at >= script.length) return true;
    take(addresses);
    if (!commands.some(take)) return false;
  }
}
