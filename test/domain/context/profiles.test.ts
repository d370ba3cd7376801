import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  memoryFactor,
  type ProfileName,
  profileOf,
  profiles,
  resultShare,
} from '../../../src/domain/context/profiles.ts';
import type { ReadMessage } from '../../../src/domain/conversation/message.ts';

function said(text: string, turn = '1', more: Partial<ReadMessage> = {}): ReadMessage {
  return { id: `m${turn}`, session: 'session:a:b', turn, role: 'owner', text, taint: 'owner', at: 0, ...more };
}

const called = (tool: string, turn = '1') => said('done', turn, { role: 'tool', tool });

const cases: readonly (readonly [ProfileName, string])[] = [
  ['conversation', 'how are you today?'],
  ['conversation', 'what is the capital of France?'],
  ['conversation', 'danke dir, bis morgen'],
  ['conversation', 'my sister is called Ada'],
  ['coding', 'refactor the function in src/main.ts'],
  ['coding', 'schreib ein Skript, das die Dateien sortiert'],
  ['coding', 'why does git refuse this merge?'],
  ['research', 'find out which heat pumps are quiet and compare them'],
  ['research', 'recherchiere bitte die besten Quellen über Moore'],
  ['support', 'my printer does not work'],
  ['support', 'das Programm startet nicht mehr'],
  ['planning', 'make a plan for the move in May'],
  ['planning', 'wir brauchen einen Zeitplan für die Renovierung'],
];

for (const [name, text] of cases)
  test(`given “${text}”, when a profile is chosen, then it is ${name}`, () =>
    assert.equal(profileOf([said(text)]), name));

test('given a conversation about code, when something else is said in passing, then its profile stays, and later it changes', () => {
  const code = ['refactor a.ts', 'now the function in b.ts', 'commit it'].map((text, at) => said(text, `c${at}`));
  assert.equal(profileOf([...code, said('thanks', 't')]), 'coding');
  assert.equal(
    profileOf([...code, ...['a', 'b', 'c', 'd', 'e'].map(turn => said('nice weather', turn))]),
    'conversation',
  );
});

test('given tools that were called, when a profile is chosen, then they have a say', () => {
  assert.equal(profileOf([said('go on'), ...Array.from({ length: 3 }, () => called('web_fetch'))]), 'research');
  assert.equal(profileOf([said('go on'), called('web_fetch')]), 'conversation');
});

test('given text that is not the owner’s, when a profile is chosen, then it has no say', () =>
  assert.equal(profileOf([said('refactor the function in a.ts', '1', { taint: 'external' })]), 'conversation'));

test('given the profiles, when their shares are added, then headroom is left, and results first leave in a conversation', () => {
  for (const { chronicle, memory, workspace } of Object.values(profiles))
    assert.ok(chronicle + memory + workspace <= 0.81);
  assert.deepEqual([resultShare('conversation'), resultShare('support')], [undefined, undefined]);
  assert.equal(resultShare('coding')?.toFixed(2), '0.67');
  assert.equal(memoryFactor('research'), 2);
});
