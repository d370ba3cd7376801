/**
 * The tools that a model with little room is offered: all of them in full where they fit, else in few words, else those
 * of them that the owner's words and the running turn speak of, and those of everyday.
 */
import { rank } from '../memory/relevance.ts';
import { defined, type JsonObject } from '../text/json.ts';
import type { ToolSpec } from './tool.ts';

export interface FittedTools {
  readonly specs: readonly ToolSpec[];
  /** Names of those there is no room for. */
  readonly left: readonly string[];
  /** They are described in fewer words than there are. */
  readonly isBrief: boolean;
}

export interface ToolRoom {
  readonly tokens: number;
  /** What an offer of these takes. */
  readonly weigh: (specs: readonly ToolSpec[]) => number;
  /** The owner's newest words. */
  readonly words: string;
  /** Names that the running turn has called. */
  readonly called: ReadonlySet<string>;
}

/** What a day needs, the most needed first. */
const everyday = [
  ...['read_file', 'memory_save', 'memory_search', 'execute_command', 'schedule_job', 'write_file', 'list_files'],
  ...['web_fetch', 'edit_file', 'list_jobs', 'cancel_job', 'memory_forget', 'memory_update', 'ask_owner'],
  ...['search_files', 'send_file'],
];
/** So many that the words speak of come before those of everyday, if they speak of them clearly. */
const mostRelevant = 2;
const clearly = 0.35;

/** How much is left of a description. */
interface Form {
  readonly description: number;
  readonly field: number;
  readonly option: number;
  /** So many fields that may be left out of a call are named. */
  readonly options: number;
}

const brief: Form = { description: 110, field: 90, option: 36, options: 20 };
const bare: Form = { description: 80, field: 50, option: 0, options: 6 };

export function fitTools(specs: readonly ToolSpec[], room: ToolRoom): FittedTools {
  const { tokens, weigh } = room;
  if (weigh(specs) <= tokens) return { specs, left: [], isBrief: false };
  for (const form of [brief, bare]) {
    const shorter = specs.map(spec => briefSpec(spec, form));
    if (weigh(shorter) <= tokens) return { specs: shorter, left: [], isBrief: true };
  }
  return { ...chosen(specs, room), isBrief: true };
}

/** Those that come first, as many as fit. */
function chosen(specs: readonly ToolSpec[], { tokens, weigh, words, called }: ToolRoom): Omit<FittedTools, 'isBrief'> {
  const all = specs.map(spec => briefSpec(spec, bare));
  const among = (names: ReadonlySet<string>) => all.filter(({ name }) => names.has(name));
  const kept = new Set<string>();
  for (const name of inOrder(specs, words, called)) {
    kept.add(name);
    if (weigh(among(kept)) > tokens) kept.delete(name);
  }
  return { specs: among(kept), left: specs.flatMap(({ name }) => (kept.has(name) ? [] : name)) };
}

/** The order in which they are given a place. */
function inOrder(specs: readonly ToolSpec[], words: string, called: ReadonlySet<string>): ReadonlySet<string> {
  const ranked = rank(words, specs, ({ name, description }) => `${name.replaceAll('_', ' ')}. ${description}`);
  // of tools that the words fit equally well, such as by "folder" alone, those of everyday are meant
  const rarity = (name: string) => (everyday.includes(name) ? 0 : 1);
  const spokenOf = ranked
    .filter(({ coverage }) => coverage >= clearly)
    .toSorted((a, b) => asTenths(b.coverage) - asTenths(a.coverage) || rarity(a.item.name) - rarity(b.item.name))
    .slice(0, mostRelevant);
  return new Set([
    ...specs.flatMap(({ name }) => (called.has(name) || words.includes(name) ? name : [])),
    ...spokenOf.map(({ item }) => item.name),
    ...everyday,
    ...specs.map(({ name }) => name),
  ]);
}

function asTenths(share: number): number {
  return Math.round(share * 10);
}

/** The same tool in few words: what its call has to hold stays, and what the first options are called. */
function briefSpec({ name, description, parameters }: ToolSpec, form: Form): ToolSpec {
  return { name, description: beginning(description, form.description), parameters: briefSchema(parameters, form) };
}

function briefSchema(schema: JsonObject, form: Form, isRequired = true): JsonObject {
  const { type, enum: values, items, properties = {}, required, description = '' } = schema;
  // a schema of another make stays as it is
  if (typeof type !== 'string') return schema;
  const names = Array.isArray(required) ? required : [];
  const fields = Object.entries(properties as Readonly<Record<string, JsonObject>>);
  const options = fields.filter(([key]) => !names.includes(key)).slice(0, form.options);
  const kept = fields.filter(([key]) => names.includes(key) || options.some(([option]) => option === key));
  const inner = kept.map(([key, of]) => [key, briefSchema(of, form, names.includes(key))]);
  const short = isRequired ? beginning(`${description}`, form.field) : firstWords(`${description}`, form.option);
  const members: JsonObject = schema['properties'] === undefined ? {} : { properties: Object.fromEntries(inner) };
  return {
    type,
    ...defined({
      enum: values,
      items: items === undefined ? undefined : briefSchema(items as JsonObject, form, false),
    }),
    ...members,
    ...defined({ required: names.length > 0 ? names : undefined, description: short === '' ? undefined : short }),
  };
}

/** The first sentence; of a long one as many whole words as fit. */
function beginning(text: string, most: number): string {
  const sentence = /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
  if (sentence.length <= most) return sentence;
  return `${sentence.slice(0, most - 1).replace(/[\s,;:(]+\S*$/, '')}…`;
}

/** What stands before the first comma or end, where that is short. */
function firstWords(text: string, most: number): string {
  const words = /^[^.:;,]*(?=[.;,]|$)/.exec(text)?.[0] ?? '';
  return words.length <= most ? words : '';
}
