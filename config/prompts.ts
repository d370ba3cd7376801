/** The words given to models: `prompts/*.md` with their placeholders filled (prompts/README.md lists them). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of every model that works in turns. */
type Working = 'name' | 'owner' | 'language' | 'time_zone' | 'workspace' | 'executor' | 'max_steps' | 'max_tool_calls';

interface Placeholders {
  readonly session: Working | 'soul';
  readonly agent: Working | 'purpose' | 'own';
  readonly caller: never;
  readonly moment: 'now' | 'time_zone';
  readonly observer: never;
  readonly consolidation: never;
  readonly summary: never;
}

export type PromptName = keyof Placeholders;
export type PromptValues<Name extends PromptName> = Readonly<Record<Placeholders[Name], string | number>>;

/**
 * One prompt as a function of its values: the file is read once, here. Each placeholder is filled in one pass, so a
 * value that contains `{{…}}` stays as it is. Throws where file and values do not name the same placeholders.
 */
export function prompt<Name extends PromptName>(name: Name): (values: PromptValues<Name>) => string {
  const template = readFileSync(new URL(`prompts/${name}.md`, import.meta.url), 'utf8').trim();
  return values => fill(template, values as Readonly<Record<string, string | number>>, `${name}.md`);
}

/** Of one that the owner has written: more is no instruction, but a file in the wrong place. */
const mostOwnText = 20_000;

/**
 * A prompt without placeholders: what stands in the owner's file of its name in `folder`, else ours. Throws where the
 * owner's file cannot be read or holds no words, or too many.
 */
export function ownPrompt(name: OwnPromptName, folder: string): string {
  const file = join(folder, `${name}.md`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return prompt(name)({});
    throw new Error(`${file} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  if (text === '' || text.length > mostOwnText)
    throw new Error(`${file} has ${text.length} characters; expected 1 to ${mostOwnText}`);
  return text;
}

/** Those that an owner may replace. */
export type OwnPromptName = 'observer' | 'consolidation' | 'summary';

function fill(template: string, values: Readonly<Record<string, string | number>>, file: string): string {
  const unused = new Set(Object.keys(values));
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${file} has {{${key}}}, and no value was given for it`);
    unused.delete(key);
    return String(value);
  });
  if (unused.size > 0) throw new Error(`${file} has no place for ${[...unused].join(', ')}`);
  return text;
}
