/** The words given to models: `prompts/*.md` with their placeholders filled (prompts/README.md lists them). */
import { readFileSync } from 'node:fs';

interface Placeholders {
  readonly session:
    | 'name'
    | 'soul'
    | 'owner'
    | 'language'
    | 'time_zone'
    | 'workspace'
    | 'executor'
    | 'max_steps'
    | 'max_tool_calls';
  readonly moment: 'now' | 'time_zone';
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
