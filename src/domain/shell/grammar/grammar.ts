/**
 * A command as bash reads it: the tree of a real grammar, or why there is none.
 *
 * Bounded before anything is parsed: by length, by how deep brackets stand in brackets, and by how many substitutions
 * are opened, since each level of them is read once more.
 */
import { forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash';
import { unknown } from './unknown.ts';

export type Shell = { readonly script: ParsedScript } | { readonly problem: string };

export function readShell(text: string): Shell {
  const problem = tooMuch(text) ?? unseen(text);
  if (problem !== undefined) return { problem };
  const script = parsed(text);
  if (script === undefined) return { problem: `commands are nested more than ${deepest} deep` };
  const [error] = script.errors ?? [];
  return error === undefined ? { script } : { script, problem: `it is no valid shell text (${error.message})` };
}

/**
 * Undefined: too deep, or so deep that the parser ran out of stack (`case` in `case`, `coproc coproc`), which no bound
 * for brackets prevents.
 */
function parsed(text: string): ParsedScript | undefined {
  try {
    const script = parse(text);
    return isTooDeep(script) ? undefined : script;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What reads the tree calls itself once for each level of it: so deep it may be. Walked without a stack of calls. */
function isTooDeep(script: ParsedScript): boolean {
  let level: SyntaxNode[] = [];
  forEachChild(script, child => void level.push(child));
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true;
    const next: SyntaxNode[] = [];
    for (const node of level) forEachChild(node, child => void next.push(child));
    level = next;
  }
  return false;
}

/** The script, whatever was wrong with it; nothing where it was not parsed. */
export function scriptOf(shell: Shell): ParsedScript | undefined {
  return 'script' in shell ? shell.script : undefined;
}

const maxLength = 100_000;
const maxDepth = 60;
const deepest = 500;
const maxSubstitutions = 2_000;

function tooMuch(text: string): string | undefined {
  if (text.length > maxLength) return `it is longer than ${maxLength} characters`;
  let [depth, deepest, substitutions] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x28 || char === 0x7b) {
      deepest = Math.max(deepest, ++depth);
      const before = text.charCodeAt(at - 1);
      if (before === 0x24 || before === 0x3c || before === 0x3e) substitutions++; // $( ${ <( >(
    } else if ((char === 0x29 || char === 0x7d) && depth > 0) depth--;
    else if (char === 0x60) substitutions++;
  }
  if (deepest > maxDepth) return `brackets are nested more than ${maxDepth} deep`;
  if (substitutions > maxSubstitutions) return `it holds more than ${maxSubstitutions} substitutions`;
  return undefined;
}

/**
 * Control characters, signs that turn the direction of writing, and signs without width: what stands there is not what
 * is seen.
 */
const invisible =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}/u;

function unseen(text: string): string | undefined {
  const [char] = invisible.exec(text) ?? [];
  if (char === undefined) return undefined;
  // stands for text that another program will put there
  if (char === unknown) return 'part of it is only known when it runs';
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `it contains an invisible character (U+${code})`;
}
