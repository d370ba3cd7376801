/**
 * The operations that can be looked at and have no screen, as the page's module `view/lists.js` has them: a new one has
 * its list and its buttons there with nothing written for it.
 */
import { inputOf } from '../../src/api/input.ts';
import type { NamedOperation } from '../../src/api/service.ts';
import { inWords } from '../../src/domain/text/catalog.ts';
import type { Language } from '../../src/domain/text/texts.ts';

interface PageList {
  readonly title: string;
  readonly about: string;
}

/** By name, as JSON. `modules`: the texts of the page, which name what its screens show. */
export function pageLists(language: Language, modules: Iterable<string>, all: readonly NamedOperation[]): string {
  const shown = shownIn(modules);
  const lists = all.filter(
    ({ name, operation }) =>
      operation.view !== undefined &&
      operation.role === 'reader' &&
      operation.offered.includes('page') &&
      !shown.has(name) &&
      inputOf(operation).safeParse({}).success,
  );
  const listed = lists.map(one => [one.name, listOf(one, language)] as const);
  return JSON.stringify(
    Object.fromEntries(listed.toSorted(([, a], [, b]) => a.title.localeCompare(b.title, language))),
  );
}

/** The operations that these modules ask for: `client.goals.list(…)`, or by the name for its view. */
function shownIn(modules: Iterable<string>): ReadonlySet<string> {
  const names = [...modules].flatMap(text => [
    ...[...text.matchAll(/\bclient\s*\.(\w+)\s*\.(\w+)\(/g)].map(([, subject, act]) => `${subject}.${act}`),
    ...[...text.matchAll(/\boperation: '(\w+\.\w+)'/g)].map(([, name = '']) => name),
  ]);
  return new Set(names);
}

/** `Goals: what the agent and you are about` is a title and what it is about; else it is called as its command. */
function listOf({ operation: { commands = [], summary } }: NamedOperation, language: Language): PageList {
  const about = commands.find(form => form.about !== undefined)?.about;
  const words = inWords(about ?? commands[0]?.help ?? summary, language).replace(/\.$/, '');
  const [title = '', ...rest] = words.split(': ');
  return { title, about: rest.join(': ') };
}
