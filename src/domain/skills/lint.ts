/**
 * Looks through a skill for what its owner would not expect of it, before it counts: hidden instructions, invisible
 * characters, programs from the network, secrets that leave, and more.
 *
 * It is no proof: a skill without a finding may still be bad, so it is asked about, shown, and held to what it was
 * granted. Every rule takes time in proportion to the text.
 */
import type { Finding, FindingRule } from './finding.ts';
import { agentRules, codeRules, type Rule, unseenProblem } from './lint-rules.ts';
import { lookalikes, unseen } from './unseen.ts';

/** A file as the linter sees it; without `text` it is no text. */
export interface LintedFile {
  readonly path: string;
  readonly text?: string;
  /** A program for a machine: what it does cannot be read. */
  readonly isProgram?: boolean;
}

const mostOfRule = 5;
const longestExcerpt = 160;

/** The gravest first. */
export function lintFiles(files: readonly LintedFile[]): readonly Finding[] {
  const found = files.flatMap(file => lintFile(file));
  return [...found.filter(({ severity }) => severity === 'grave'), ...found.filter(one => one.severity === 'note')];
}

function lintFile({ path, text, isProgram }: LintedFile): readonly Finding[] {
  if (isProgram) return [{ rule: 'program', severity: 'grave', file: path, line: 0, excerpt: path }];
  if (text === undefined) return [];
  const found: Finding[] = [];
  const note = (rule: FindingRule, severity: Finding['severity'], line: number, excerpt: string) => {
    if (found.filter(one => one.rule === rule).length >= mostOfRule) return;
    if (found.some(one => one.rule === rule && one.line === line)) return;
    found.push({ rule, severity, file: path, line, excerpt: shortened(excerpt) });
  };
  for (const { at, name } of unseen(text)) note('invisible', 'grave', lineAt(text, at), name);
  for (const { at, word } of lookalikes(text)) note('lookalike', 'grave', lineAt(text, at), word);
  const isProse = /\.(?:md|markdown|txt|html?)$/i.test(path) || !path.includes('.');
  if (isProse)
    for (const { at, text: hidden } of unseenProblem(text)) note('hidden', 'grave', lineAt(text, at), hidden);
  const flat = flattened(text);
  for (const rule of agentRules)
    for (const at of matches(rule, flat.text)) note(rule.rule, rule.severity, flat.lines[at.index] ?? 1, at[0]);
  const joined = text.replace(/\\\r?\n/g, '  ');
  for (const rule of codeRules)
    for (const at of matches(rule, joined)) note(rule.rule, rule.severity, lineAt(joined, at.index), at[0]);
  return found;
}

function matches({ pattern, guard, unless, beside }: Rule, text: string): readonly RegExpExecArray[] {
  if (beside !== undefined && !beside.test(text)) return [];
  const all: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) {
    const { index } = match;
    if (unless?.test(match[0])) continue;
    if (guard?.(clauseBefore(text, index), match[0], text.slice(index + match[0].length, index + match[0].length + 80)))
      continue;
    all.push(match);
    if (all.length >= mostOfRule) break;
  }
  return all;
}

/** What stands before this place in its clause. */
function clauseBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 160), at);
  return before.slice(
    Math.max(...['. ', '! ', '? ', '; ', ': ', '\n', ' – ', ' — '].map(end => before.lastIndexOf(end) + 1)),
  );
}

/** Every run of blanks as one, without marks of Markdown and what has no shape; and the line of each character. */
function flattened(text: string): { readonly text: string; readonly lines: Uint32Array } {
  const lines = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let [line, length, isBlank] = [1, 0, true];
  let isEmptyLine = true;
  for (const character of text.normalize('NFKC')) {
    if (character === '\n') {
      line += 1;
      // an empty line, or one that begins a list or heading, ends a sentence
      if (isEmptyLine && !isBlank) push('.', false);
      isEmptyLine = true;
    }
    if (/\s/.test(character)) {
      if (!isBlank) push(' ', true);
      continue;
    }
    isEmptyLine = false;
    if (/[*_`>#~]|\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    push(character, false);
  }
  return { text: parts.join(''), lines };

  function push(character: string, blank: boolean): void {
    if (length < lines.length) lines[length] = line;
    length += character.length;
    parts.push(character);
    isBlank = blank;
  }
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line += 1;
  return line;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestExcerpt ? `${line.slice(0, longestExcerpt - 1)}…` : line;
}
