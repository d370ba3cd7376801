/** Whether a trouble still stands. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { standing } from '../../../src/actors/supervision/standing.ts';
import type { Trouble } from '../../../src/domain/supervision/remediation.ts';

const of = (kind: Trouble['kind'], more: Partial<Trouble> = {}): Trouble => ({
  kind,
  subject: 'a:1',
  text: 'x',
  ...more,
});

suite('a trouble', () => {
  const stands = (trouble: Trouble, context: object) =>
    standing({
      store: { actor: () => ({ status: 'active', leaf: 'x', state: JSON.stringify({ context }) }) } as never,
      isSilent: () => true,
      isSafe: () => false,
      isFound: kind => kind === 'diskLow',
    })({ trouble }).stands;

  test('given a model that flaps, then it stands until its breaker is held', () => {
    assert.equal(stands(of('flapping'), { isHeld: false }), true);
    assert.equal(stands(of('flapping'), { isHeld: true }), false);
  });

  test('given a conversation that went round, then it stands while it goes on so in that turn', () => {
    const looping = of('looping', { turn: 't1', times: 4 });
    assert.equal(stands(looping, { turn: { id: 't1', asked: { x: 4, y: 1 } } }), false);
    assert.equal(stands(looping, { turn: { id: 't1', asked: { x: 5 } } }), true);
    assert.equal(stands(looping, { turn: { id: 't2', asked: { x: 5 } } }), false);
    assert.equal(stands(looping, { turn: null }), false);
  });

  test('given a pattern, then it stands while it is found', () => {
    assert.equal(stands(of('diskLow'), {}), true);
    assert.equal(stands(of('growing'), {}), false);
  });
});
