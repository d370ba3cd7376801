import assert from 'node:assert/strict';
import { test } from 'node:test';
import { episodeId, isEpisode, messageOfEpisode } from '../../../src/domain/memory/episode.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';

const said = (text: string, { taint = 'owner' as Taint, session = 'session:web:main' } = {}) =>
  isEpisode({ text, taint, session });

test('given what the owner says, when it states something, then it is an episode, and else it is not', () => {
  for (const text of [
    'the boiler man comes on Tuesday at nine',
    'der Installateur kommt am Dienstag um neun',
    'I parked the car in Baker Street!',
  ])
    assert.ok(said(text), text);
  for (const text of [
    'when does the boiler man come on Tuesday?',
    'yes, do that',
    '/memory search boiler man Tuesday',
    'x'.repeat(1_001),
    '',
  ])
    assert.ok(!said(text), text);
});

test('given words of others, when they stand as those of the owner, then they are no episode', () => {
  const text = 'the boiler man comes on Tuesday at nine';
  assert.ok(!said(text, { taint: 'external' }), 'forwarded');
  assert.ok(!said(text, { session: 'session:job:water~3' }), 'the instruction of a job');
  assert.ok(said(text, { taint: 'auth' }));
  assert.ok(said(text, { session: 'session:task:3' }));
});

test('given an episode, when its id is read, then it names its message, and no other id does', () => {
  assert.equal(messageOfEpisode(episodeId('telegram:77')), 'telegram:77');
  assert.equal(messageOfEpisode('memory:0a1b'), undefined);
});
