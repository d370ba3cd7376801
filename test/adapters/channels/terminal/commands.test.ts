/** The commands of the terminal, in docs/terminal.md and as they are listed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { knownCommands } from '../../../../src/adapters/channels/terminal/commands.ts';

test('given the commands of the terminal, when its page is read, then the table names each, and none that is not there', () => {
  const page = readFileSync(new URL('../../../../docs/terminal.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter(line => line.startsWith('| `/'));
  const named = new Set(
    rows.flatMap(row => [...(row.split(' | ')[0] ?? '').matchAll(/`\/(\w+)/g)].map(([, name]) => name)),
  );
  named.delete('hilfe');
  const known = (['en', 'de'] as const).flatMap(language => knownCommands(language).map(({ name }) => name));
  assert.deepEqual([...named].toSorted(), [...new Set(known)].toSorted());
});

test('given the list of commands, when it is shown, then each is told in the same way', () => {
  for (const language of ['en', 'de'] as const)
    for (const { name, help } of knownCommands(language)) assert.match(help, /^\p{Lu}/u, name);
});
