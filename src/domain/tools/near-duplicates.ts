/** Tools that may be the same thing twice, judged by the words of their names and descriptions. */
import { contentWords } from '../memory/words.ts';

export interface NamedTool {
  readonly name: string;
  readonly description: string;
}

/** Those of `others` that are much like `tool`, most alike first; one of the same name is the tool itself. */
export function nearDuplicates<Other extends NamedTool>(tool: NamedTool, others: readonly Other[]): readonly Other[] {
  return others
    .filter(({ name }) => name !== tool.name)
    .map(other => ({ other, likeness: likeness(tool, other) }))
    .filter(({ likeness }) => likeness > alike)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ other }) => other);
}

const alike = 0.5;

/** 0 to 1: how many of their words two tools share, by name, by description, by both. */
function likeness(a: NamedTool, b: NamedTool): number {
  const names = [stems(a.name), stems(b.name)] as const;
  const texts = [stems(a.description), stems(b.description)] as const;
  const both = [union(names[0], texts[0]), union(names[1], texts[1])] as const;
  // a name of one word says little: it has to be the same word and the description has to agree a little
  const byName = shared(...names) * (Math.min(names[0].size, names[1].size) > 1 || shared(...texts) > 0.2 ? 1 : 0.4);
  return Math.max(byName, shared(...texts), shared(...both));
}

/** Words that every tool is described with. */
const general = new Set([
  'tool',
  'give',
  'given',
  'return',
  'retur',
  'text',
  'answer',
  'input',
  'output',
  'string',
  'str',
  'us',
]);

function stems(text: string): ReadonlySet<string> {
  const all = contentWords(text.replaceAll('_', ' ')).map(({ stem }) => stem);
  const telling = all.filter(stem => !general.has(stem));
  return new Set(telling.length > 0 ? telling : all);
}

function union(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a, ...b]);
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter(one => b.has(one)).length;
  const all = union(a, b).size;
  return all === 0 ? 0 : common / all;
}
