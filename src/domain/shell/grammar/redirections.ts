/** Where a command's input comes from and its output goes to. */
import type { Redirection } from 'unbash';
import { asks, asksAnywhere, type Finding, refused } from '../../policy/finding.ts';
import { readFindings, writeFindings } from '../paths.ts';
import type { Lookup } from './parameters.ts';
import { anyUnknown, isOpen } from './unknown.ts';
import { textOf } from './words.ts';

/** `isAll`: nothing else stands there (`> file`), so that the file is only emptied. */
export function redirectionFindings(
  redirection: Redirection,
  lookup: Lookup,
  cwd: string,
  isAll: boolean,
): readonly Finding[] {
  if (redirection.type === 'HereDoc' && redirection.closing === undefined)
    return [asks('A here-document is opened and never closed.')];
  if (redirection.type !== 'Redirect') return [];
  const target = redirection.target ? textOf(redirection.target, lookup) : '';
  const { operator } = redirection;
  if (/^\/dev\/(tcp|udp)\//.test(target.replace(anyUnknown, '')))
    return [refused('It opens a network connection of its own.')];
  if ((operator === '>&' || operator === '<&') && /^(\d+-?|-|\0\x01)$/.test(target)) return [];
  // after `>&` bash expands the word once more, whatever quotes it stood in
  if (operator === '>&' && (isOpen(target) || /[$`]/.test(target)))
    return [asks('Where it writes is only known when it runs, and bash runs the commands that stand in that.', 'high')];
  if (operator === '<' || operator === '<&') return readFindings(target, cwd);
  const found = writeFindings(target, cwd);
  return isAll && operator !== '>>' && operator !== '&>>' ? [...found, asksAnywhere('It empties a file.')] : found;
}
