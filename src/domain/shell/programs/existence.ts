/**
 * Tests that tell whether a file exists, or what kind it is: outside the workspace that is worth asking about, as
 * reading it is.
 */

import type { SyntaxNode } from 'unbash';
import { asksDirectly, type Finding } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import type { Lookup } from '../grammar/parameters.ts';
import { textOf } from '../grammar/words.ts';
import { kindOf, readFindings, shown } from '../paths.ts';

/** The options of `test` and `[[` that are followed by a file. */
export const asksForFile = /^-[abcdefghkprsuwxGLNOS]$/;
/** Between two files. */
export const comparesFiles = /^-(nt|ot|ef)$/;

export function existenceFindings(path: string, cwd: string): readonly Finding[] {
  const isOutside = readFindings(path, cwd).some(
    ({ level, whenDirect }) => whenDirect === 2 || (level === 2 && kindOf(path, cwd).place !== 'own'),
  );
  return path !== '' && isOutside
    ? [asksDirectly(says`It tells whether ${shown(path)} exists, which may lie outside the workspace.`)]
    : [];
}

/** `[[ -e x ]]`, `[[ a -nt b ]]`. */
export function testedFindings(node: SyntaxNode, lookup: Lookup, cwd: string): readonly Finding[] {
  if (node.type === 'TestUnary' && asksForFile.test(node.operator))
    return existenceFindings(textOf(node.operand, lookup), cwd);
  if (node.type === 'TestBinary' && comparesFiles.test(node.operator))
    return [node.left, node.right].flatMap(word => existenceFindings(textOf(word, lookup), cwd));
  return [];
}
