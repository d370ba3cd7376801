/** The words given to models: `prompts/*.md` with their placeholders filled (prompts/README.md lists them). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of every model that works in turns. */
type Working = 'name' | 'owner' | 'language' | 'time_zone' | 'workspace' | 'executor' | 'max_steps' | 'max_tool_calls';

interface Placeholders {
  readonly agent: Working | 'purpose' | 'own';
  readonly held: Working | 'purpose' | 'own';
  readonly caller: never;
  readonly peer: Working | 'purpose' | 'peer';
  readonly moment: 'now' | 'time_zone';
  readonly observer: never;
  readonly consolidation: never;
  readonly summary: never;
  readonly shortening: never;
  readonly planner: never;
  readonly verifier: never;
  readonly router: never;
  readonly scorer: never;
}

export type PromptName = keyof Placeholders;
export type PromptValues<Name extends PromptName> = Readonly<Record<Placeholders[Name], string | number>>;

/**
 * One prompt as a function of its values: the file is read once, here. Each placeholder is filled in one pass, so a
 * value that contains `{{…}}` stays as it is. Throws where file and values do not name the same placeholders.
 */
export function prompt<Name extends PromptName>(name: Name): (values: PromptValues<Name>) => string {
  const template = ourText(name);
  return values => fill(template, values as Readonly<Record<string, string | number>>, `${name}.md`);
}

/** Of one that the owner has written: more is no instruction, but a file in the wrong place. */
const mostOwnText = 20_000;

/**
 * A prompt without placeholders: what stands in the owner's file of its name in `folder`, else ours. Throws where the
 * owner's file cannot be read or holds no words, or too many.
 */
export function ownPrompt(name: OwnPromptName, folder: string): string {
  return ownText(name, folder) ?? prompt(name)({});
}

/** Those that an owner may replace, beside the parts of the instructions. */
export type OwnPromptName = 'observer' | 'consolidation' | 'summary' | 'shortening' | 'scorer';
const ownNames: readonly OwnPromptName[] = ['observer', 'consolidation', 'summary', 'shortening', 'scorer'];

/**
 * The parts of the instructions of a conversation that are a file each. The first six stay the same from request to
 * request; what changes stands behind them.
 */
const partNames = [
  ...['personality', 'environment', 'tools', 'outside', 'honesty', 'style'],
  ...['jobs', 'goals', 'approvals', 'memories', 'moment'],
] as const;

export type PartName =
  | ('personality' | 'environment' | 'tools' | 'outside' | 'honesty' | 'style')
  | ('jobs' | 'goals' | 'approvals' | 'memories' | 'moment');

/** In each part the values of `Working` may stand, and these. */
const ownPlaceholders: Readonly<Partial<Record<PartName, string>>> = {
  personality: 'soul',
  jobs: 'jobs',
  goals: 'goals',
  approvals: 'approvals',
  memories: 'memories',
  moment: 'now',
};
const working: readonly Working[] = [
  ...(['name', 'owner', 'language', 'time_zone', 'workspace', 'executor', 'max_steps', 'max_tool_calls'] as const),
];

/**
 * A part as it is sent. `offers`: is a tool of this name on offer? What a part says of tools that are not is left out.
 * A value that contains `{{…}}` stays as it is.
 */
export type PromptPart = (values: Readonly<Record<string, string | number>>, offers?: OffersTool) => string;
export type OffersTool = (tool: string) => boolean;

/** The parts: the owner's file of each name in `folder` where there is one that can be used, else ours. */
export function promptParts(folder: string): Readonly<Record<PartName, PromptPart>> {
  const own = ownFiles(folder);
  const parts = partNames.map(name => [name, partOf(own.has(name) ? usable(name, folder) : ourText(name))] as const);
  return Object.fromEntries(parts) as Record<PartName, PromptPart>;
}

/** What is wrong with the owner's files, a sentence each; where one is named, ours of that name is used. */
export function promptProblems(folder: string): readonly string[] {
  const files = ownFiles(folder);
  const names: readonly string[] = [...ownNames, ...partNames];
  const unknown = [...files].filter(name => !names.includes(name));
  return [
    ...names.flatMap(name => {
      if (!files.has(name)) return [];
      try {
        const text = ownText(name, folder);
        const problem = isPart(name) && text !== undefined ? problemWith(name, text) : undefined;
        return problem === undefined
          ? []
          : [`${join(folder, name)}.md ${problem}; the prompt that comes with Straylight is used`];
      } catch (thrown) {
        return [`${(thrown as Error).message}; the prompt that comes with Straylight is used`];
      }
    }),
    ...unknown.map(
      name => `${join(folder, name)}.md is not read: expected a file of the name ${names.join('.md, ')}.md`,
    ),
  ];
}

function isPart(name: string): name is PartName {
  return (partNames as readonly string[]).includes(name);
}

/** The names of the owner's files; none where there is no such folder. */
function ownFiles(folder: string): ReadonlySet<string> {
  try {
    const files = readdirSync(folder).filter(file => file.endsWith('.md') && file !== 'README.md');
    return new Set(files.map(file => file.slice(0, -'.md'.length)));
  } catch {
    return new Set();
  }
}

/** The owner's text; undefined: there is none. */
function ownText(name: string, folder: string): string | undefined {
  const file = join(folder, `${name}.md`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  if (text === '' || text.length > mostOwnText)
    throw new Error(`${file} has ${text.length} characters; expected 1 to ${mostOwnText}`);
  return text;
}

/** What is wrong with the owner's file was said at the start (`promptProblems`). */
function usable(name: PartName, folder: string): string {
  try {
    const text = ownText(name, folder);
    return text === undefined || problemWith(name, text) !== undefined ? ourText(name) : text;
  } catch {
    return ourText(name);
  }
}

function ourText(name: string): string {
  const folder = (ownNames as readonly string[]).includes(name) ? 'prompts/roles' : 'prompts';
  return readFileSync(new URL(`${folder}/${name}.md`, import.meta.url), 'utf8').trim();
}

/** The end of a sentence about a part; undefined: it can be used. */
function problemWith(name: PartName, text: string): string | undefined {
  const known = [...working, ...(ownPlaceholders[name] === undefined ? [] : [ownPlaceholders[name]])];
  const lines = text.split('\n');
  const words = lines.filter(line => !isMark(line)).join('\n');
  const wrong = [...words.matchAll(placeholder)].find(([, key = '']) => !(known as readonly string[]).includes(key));
  if (wrong) return `has ${wrong[0]}; expected one of ${known.map(key => `{{${key}}}`).join(', ')}`;
  let isOpen = false;
  for (const line of lines.filter(isMark)) {
    if (opening.test(line) === isOpen)
      return `has ${line.trim()} where it cannot stand; expected {{if TOOL}} and {{end}} in turn`;
    isOpen = !isOpen;
  }
  return isOpen ? 'has an {{if TOOL}} without an {{end}}' : undefined;
}

const placeholder = /\{\{(\w+)\}\}/g;
/** A line of its own. Up to the end, what stands between is for one of these tools. */
const opening = /^\s*\{\{if ((?:\w+ ?)+)\}\}\s*$/;
const closing = /^\s*\{\{end\}\}\s*$/;

function isMark(line: string): boolean {
  return opening.test(line) || closing.test(line);
}

function partOf(template: string): PromptPart {
  const pieces: { readonly tools: readonly string[] | undefined; text: string }[] = [];
  let tools: readonly string[] | undefined;
  for (const line of template.split('\n')) {
    if (isMark(line)) {
      tools = opening.exec(line)?.[1]?.trim().split(' ');
      pieces.push({ tools, text: '' });
      continue;
    }
    if (pieces.length === 0) pieces.push({ tools, text: '' });
    const last = pieces.at(-1);
    if (last) last.text += `${line}\n`;
  }
  return (values, offers = () => true) =>
    pieces
      .filter(piece => piece.tools === undefined || piece.tools.some(offers))
      .map(({ text }) => text.replace(placeholder, (whole, key: string) => String(values[key] ?? whole)))
      .join('')
      .trim();
}

function fill(template: string, values: Readonly<Record<string, string | number>>, file: string): string {
  const unused = new Set(Object.keys(values));
  const text = template.replace(placeholder, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${file} has {{${key}}}, and no value was given for it`);
    unused.delete(key);
    return String(value);
  });
  if (unused.size > 0) throw new Error(`${file} has no place for ${[...unused].join(', ')}`);
  return text;
}
