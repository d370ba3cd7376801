import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressIn } from '../../../src/domain/agents/address.ts';

test('given a message that begins with the name of an agent, when it is read, then the rest is the work', () => {
  for (const words of [
    '@researcher find three sources',
    '@researcher: find three sources',
    ' @researcher, find three sources',
  ])
    assert.deepEqual(addressIn(words), { agent: 'researcher', task: 'find three sources' }, words);
  assert.deepEqual(addressIn('@nobody look')?.agent, 'nobody');
});

test('given an @ that is for something else, when it is read, then it is a word like others', () => {
  const others = [
    '@Karin says hello',
    'ask @researcher about it',
    '@media print { }',
    '@case_bot hello',
    'me@example.org wrote',
    '@ 5 pm',
    '@researcher',
    '@angular/core is installed',
    '@foo.bar baz',
    '',
  ];
  for (const words of others) assert.equal(addressIn(words), undefined, words);
});
