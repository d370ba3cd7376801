/** Commands as they are typed in chats, and those that were meant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearCommand, slashCommandIn } from '../../../src/domain/conversation/slash-names.ts';

const known = ['help', 'approvals', 'memory', 'sessions', 'status', 'tools', 'goals', 'jobs', 'setup'];

test('given a text of a chat, when it begins with a slash and a word, then it is a command, in any language and case', () => {
  assert.deepEqual(slashCommandIn('/jobs show water'), { name: 'jobs', args: 'show water' });
  assert.deepEqual(slashCommandIn(' /Hilfe '), { name: 'help', args: '' });
  assert.deepEqual(slashCommandIn('/hülfe'), { name: 'hülfe', args: '' });
  for (const text of ['/etc/hosts', '/local what is a monad?', 'and/or', '/ 2', '5/6'])
    assert.equal(slashCommandIn(text), undefined, text);
});

test('given a name that is none, when the one that was meant is looked for, then slips, other names and German words lead to it', () => {
  for (const [typed, meant] of [
    ['aprovals', 'approvals'],
    ['memroy', 'memory'],
    ['hülfe', 'help'],
    ['hlep', 'help'],
    ['ziele', 'goals'],
    ['werkzuege', 'tools'],
    ['einrichten', 'setup'],
    ['stat', 'status'],
    ['cost', undefined],
    ['dance', undefined],
  ] as const)
    assert.equal(nearCommand(typed, known), meant, typed);
});
