/**
 * Lists that no file holds: what another command prints, put between the words of a command or sent into it. Where that
 * is plainly the content of files, those are the list.
 */

import { forEachChild, type SyntaxNode } from 'unbash';
import { commandSources } from '../../policy/command-sources.ts';
import type { Finding } from '../../policy/finding.ts';
import { defined } from '../../text/json.ts';
import { shown } from '../paths.ts';
import type { ObeyedInput } from './input.ts';
import { obeys, obeysLater, obeysUnknown } from './obeyed.ts';
import type { Obeyed } from './obeyed-file.ts';

/** The files behind what `text` prints, as a list for others; `unknown`: said where nobody can tell. */
export function sourceFindings(
  text: string,
  cwd: string,
  { how, written }: ObeyedInput = { how: 'lists' },
): readonly Finding[] {
  const only = /^\s*<\s*([^\s<>|&;()$`'"*?[\]{}~]+)\s*$/.exec(text)?.[1];
  const files = only === undefined ? commandSources(text)?.files : [only];
  if (files === undefined) return [obeysUnknown(`what ${shown(text.trim())} prints`, cwd, how)];
  return files.map(file => obeys(file, cwd, { how, ...defined({ written }) }));
}

/** The same for each substitution among the words below a node, but not within another script. */
export function substitutedFindings(node: SyntaxNode, cwd: string): readonly Finding[] {
  const found: Finding[] = [];
  const visit = (inner: SyntaxNode): void => {
    if (inner.type === 'CommandExpansion' || inner.type === 'ProcessSubstitution') {
      if (inner.type === 'CommandExpansion' || inner.operator === '<')
        found.push(...sourceFindings(inner.text.replace(/^(\$\(|<\(|`)|(\)|`)$/g, ''), cwd));
      return;
    }
    forEachChild(inner, visit);
  };
  forEachChild(node, visit);
  return found;
}

/** What commands before this one in the same text have come to. */
export interface Progress {
  /** One of them may have changed files. */
  isActed: boolean;
  /** Files that were obeyed before. */
  readonly bound: Set<string>;
  /** It is the text of a script: what one line makes of the file of the next is not followed. */
  readonly isInside: boolean;
}

/** Files that are obeyed after another step has acted are what that step makes of them. */
export function boundIn(
  found: readonly Finding[],
  { bound, isInside }: Progress,
  wasActed: boolean,
): readonly Finding[] {
  if (isInside) return found;
  return found.map(finding => {
    const { obeys } = finding;
    if (obeys?.path === undefined) return finding;
    if (wasActed && !bound.has(obeys.path))
      return isAside(obeys) ? obeysUnknown('settings and folders as they are by then', obeys.cwd) : obeysLater(obeys);
    bound.add(obeys.path);
    return finding;
  });
}

/** It counts, and is nothing that a card would name. */
function isAside({ isHome, isAbsent, folder, written }: Obeyed): boolean {
  return isHome === true || isAbsent === true || folder !== undefined || written === 'gitconfig' || written === 'npmrc';
}

/** May this command change a file that one after it obeys? */
export function acts(name: string, found: readonly Finding[]): boolean {
  if (found.every(({ level }) => level === 0)) return false;
  return !changesNoContent.test(name) || found.some(({ file }) => file === 'written' && name === 'echo');
}

const changesNoContent = /^(mkdir|touch|rm|rmdir|chmod|sleep|export|set|kill|wait|cd|test|true|exit)$/;
