/** States of the charts in the owner's language. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafWords } from '../../../src/domain/supervision/state-words.ts';

test('given the state of an actor, when it is read in German, then each part is a German word; in English it is the name of the chart', () => {
  assert.equal(leafWords({ machine: 'session', leaf: 'waitingForInput' }, 'de'), 'wartet auf dich');
  assert.equal(leafWords({ machine: 'session', leaf: 'acting.executing' }, 'de'), 'arbeitet.führt aus');
  assert.equal(leafWords({ machine: 'session', leaf: 'idle' }, 'en'), 'idle');
  assert.equal(leafWords({ machine: 'of.yours', leaf: 'sorting' }, 'de'), 'sorting');
});

test('given a job, when it waits for its time, then it is not said to wait for its owner', () => {
  assert.equal(leafWords({ machine: 'job', leaf: 'waitingForInput' }, 'de'), 'wartet');
});
