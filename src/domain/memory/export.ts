/** Memories as text: JSON lines that another home can take in, and Markdown that a person can read. */
import { type Sentence, says } from '../policy/sentence.ts';
import { fault } from '../supervision/failure.ts';
import type { Memory, MemoryLink } from './memory.ts';

/** The first line of an export; the number counts up when the lines change. */
const header = { format: 'straylight.memory/2' };
/** The first version had no links. */
const readable: ReadonlySet<unknown> = new Set([header.format, 'straylight.memory/1']);

/** The first line. */
export function exportHeader(): string {
  return JSON.stringify(header);
}

/** What a home signs of a memory or a link that it exports: all of it but the signature. */
export function signedText(exportedOne: Memory | MemoryLink): string {
  const fields = Object.entries(exportedOne).filter(([name, value]) => name !== 'signature' && value !== undefined);
  return JSON.stringify([header.format, ...fields.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** How two memories belong together, as a line: `{"link":{"one":"memory:…","other":"memory:…","kind":"related"}}`. */
export function exportedLink({ one, other, kind, signature }: MemoryLink & { readonly signature?: string }): string {
  return JSON.stringify({ link: { one, other, kind, signature } });
}

/** What an export holds, each as it was read. */
export interface Exported {
  readonly memories: readonly unknown[];
  readonly links: readonly unknown[];
}

/**
 * The memories and links of an export. `problemOf` says what is wrong with an object that is none. Throws `invalid` with the number
 * of the first line that is none.
 */
export function exported(text: string, problemOf: { readonly memory: Problem; readonly link: Problem }): Exported {
  const lines = text.split('\n').map((line, at) => ({ line, number: at + 1 }));
  const [first, ...rest] = lines.filter(({ line }) => line.trim() !== '');
  if (!first || !isHeader(first.line))
    throw fault(
      'invalid',
      says`expected a file from "straylight memory export", whose first line is ${exportHeader()}`,
    );
  const [memories, links]: [unknown[], unknown[]] = [[], []];
  for (const { line, number } of rest) {
    const value = objectIn(line, number);
    const isLink = 'link' in value;
    const problem = isLink ? problemOf.link(value['link']) : problemOf.memory(value);
    if (problem !== undefined)
      throw fault(
        'invalid',
        isLink
          ? says`line ${number} is no link: ${problem}; nothing was imported`
          : says`line ${number} is no memory: ${problem}; nothing was imported`,
      );
    if (isLink) links.push(value['link']);
    else memories.push(value);
  }
  return { memories, links };
}

/** What is wrong with a value; undefined: nothing. */
type Problem = (value: unknown) => Sentence | undefined;

function isHeader(line: string): boolean {
  try {
    return readable.has((JSON.parse(line) as typeof header | null)?.format);
  } catch {
    return false;
  }
}

function objectIn(line: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // said below
  }
  throw fault('invalid', says`expected one JSON object a line; line ${number} is none, and nothing was imported`);
}

const titles: readonly (readonly [Memory['kind'], string])[] = [
  ['fact', 'Facts'],
  ['preference', 'Preferences'],
  ['procedure', 'Procedures'],
  ['episode', 'Episodes'],
  ['skill', 'Skills'],
  ['summary', 'Summaries'],
  ['artifact', 'Artifacts'],
  ['link', 'Links'],
];

/** What is active, by kind, the newest first; private memories are left out. */
export function memoryMarkdown(memories: readonly Memory[]): readonly string[] {
  const shown = memories
    .filter(({ status, sensitivity }) => status === 'active' && sensitivity === 'normal')
    .toSorted((a, b) => b.updatedAt - a.updatedAt);
  return [
    '# Memory',
    ...titles.flatMap(([kind, title]) => {
      const lines = shown.filter(one => one.kind === kind).map(lineOf);
      return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
    }),
  ];
}

function lineOf({ content, taint, updatedAt }: Memory): string {
  const origin = taint === 'owner' ? '' : ', not in your words';
  return `- ${content.replace(/\s+/g, ' ')} (${new Date(updatedAt).toISOString().slice(0, 10)}${origin})`;
}
