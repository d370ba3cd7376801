/** The commands of the terminal, in the pages of docs/ and as they are listed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { knownCommands } from '../../../../src/adapters/channels/terminal/commands.ts';
import { chatCommands } from '../../../../src/api/chat-forms.ts';

const namesOf = (commands: readonly { readonly name: string }[]) => new Set(commands.map(({ name }) => name));

test('given the commands of a chat, when the pages are read, then each is there, those of the terminal alone on its own page, and none that is not there', () => {
  const ofTerminal = namedOn('terminal');
  const known = namesOf((['en', 'de'] as const).flatMap(language => knownCommands(language)));
  const shared = namesOf(chatCommands('en'));
  assert.deepEqual([...ofTerminal.difference(known)], ['hilfe']);
  assert.deepEqual([...known.difference(shared).difference(ofTerminal)], []);
  assert.deepEqual([...shared.difference(namedOn('command-line'))], []);
});

/** The commands in the tables of a page. */
function namedOn(page: string): ReadonlySet<string> {
  const text = readFileSync(new URL(`../../../../docs/${page}.md`, import.meta.url), 'utf8');
  const rows = text.split('\n').filter(line => line.startsWith('| `/'));
  return new Set(
    rows.flatMap(row => [...(row.split(' | ')[0] ?? '').matchAll(/`\/(\w+)/g)].map(([, name = '']) => name)),
  );
}

test('given the list of commands, when it is shown, then each is told in the same way', () => {
  for (const language of ['en', 'de'] as const)
    for (const { name, help } of knownCommands(language)) assert.match(help, /^\p{Lu}/u, name);
});
