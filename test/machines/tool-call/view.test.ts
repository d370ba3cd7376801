import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ResolvedCall } from '../../../src/domain/tools/tool.ts';
import { toolCallMachine } from '../../../src/machines/tool-call/chart.ts';
import { toolCallView } from '../../../src/machines/tool-call/view.ts';
import { begin, storedAs } from '../play.ts';
import { frozenCall } from '../talk.ts';

const viewOf = (call: ResolvedCall) => {
  const input = {
    session: 'session:web:main',
    turn: 't',
    childId: 'call-1',
    call,
    taint: 'owner',
    approvalExpiresAfterMs: null,
  };
  const stand = begin({ machine: toolCallMachine, address: 'tool-call:x', parent: 'session:web:main', input });
  return toolCallView(storedAs(toolCallMachine, stand));
};

test('given a call that has to be asked about, when it is viewed, then it is the call that would run, with its risk', () => {
  const remove = frozenCall('execute_command', { facts: { command: 'rm -rf notes', executor: 'bubblewrap' } });
  const { call, tool, callId, risk, taint } = viewOf(remove);
  assert.deepEqual(call, remove);
  assert.deepEqual([tool, callId, taint], ['execute_command', 'c1', 'owner']);
  assert.notEqual(risk, undefined);
});

test('given words of a model that make no call, when they are viewed, then there is none, and its tool is named', () => {
  const malformed = { callId: 'c1', tool: 'clock', problem: 'there is no such argument' };
  assert.partialDeepStrictEqual(viewOf(malformed), { call: undefined, tool: 'clock', callId: 'c1', outcome: 'failed' });
});
