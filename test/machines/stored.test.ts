import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channelView } from '../../src/machines/channel/view.ts';
import { circuitBreakerView } from '../../src/machines/circuit-breaker.ts';
import { incidentView } from '../../src/machines/incident/view.ts';
import { sessionView } from '../../src/machines/session/view.ts';
import { storedState } from '../../src/machines/stored.ts';
import { toolCallView } from '../../src/machines/tool-call/view.ts';

test('given a stored state, when it is taken apart, then it has the state the actor is in', () => {
  assert.deepEqual(storedState('{"value":{"thinking":"recalling"},"context":{"turn":"t"},"status":"active"}'), {
    value: { thinking: 'recalling' },
    context: { turn: 't' },
  });
});

for (const [what, text] of [
  ['a state without a context', '{"value":"idle"}'],
  ['a text that is no state', 'torn'],
] as const)
  test(`given ${what}, when it is viewed, then no view fails, and none says what nobody knows`, () => {
    const state = storedState(text);
    assert.deepEqual(sessionView(state), {
      turn: null,
      turns: [],
      later: [],
      calls: [],
      mostRepeats: 0,
      failure: null,
      outage: null,
      distrust: null,
    });
    assert.partialDeepStrictEqual(toolCallView(state), { call: undefined, risk: undefined, taint: 'external' });
    assert.deepEqual(incidentView(state), { trouble: undefined, vain: null, isAsked: false });
    assert.deepEqual(channelView(state), { identity: null, failure: null, waiting: undefined });
    assert.deepEqual(circuitBreakerView(state), { until: null, isHeld: false, failure: null });
  });
