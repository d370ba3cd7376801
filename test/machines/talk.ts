/** A session in a test: what it is told, what its children end with. */

import { noUsage } from '../../src/domain/conversation/message.ts';
import type { Failure } from '../../src/domain/supervision/failure.ts';
import type { FrozenCall } from '../../src/domain/tools/tool.ts';
import { sessionMachine } from '../../src/machines/session/chart.ts';
import type { CompletionOutput, SessionInput } from '../../src/machines/session/types.ts';
import type { ToolCallOutput } from '../../src/machines/tool-call/types.ts';
import { begin, type Stand } from './play.ts';

export const born: SessionInput = {
  language: 'en',
  limits: { steps: 15, calls: 20, errorsInRow: 3 },
  approvals: 'continue',
  approvalExpiresAfterMs: 3_600_000,
};

export const sessionAddress = 'session:terminal:main';

export type Session = Stand<typeof sessionMachine>;

/** A session that has just been born. */
export function session(change: Partial<SessionInput> = {}): Session {
  return begin({ machine: sessionMachine, address: sessionAddress, input: { ...born, ...change } });
}

export const says = (messageId: string, text = `text of ${messageId}`, more: object = {}) => ({
  type: 'message.received',
  messageId,
  text,
  taint: 'owner',
  from: 'channel:terminal',
  ...more,
});

export const stop = { type: 'turn.aborted' };

/** A session whose model writes its first reply. */
export function thinking(change: Partial<SessionInput> = {}): Session {
  return session(change).send(says('m1')).ends('recall', { recalled: [], models: 2 });
}

/** A reply in words. */
export function reply(change: Partial<CompletionOutput> = {}): CompletionOutput {
  const text = change.text ?? 'Hello.';
  return {
    text,
    empty: text === '',
    requests: [],
    calls: [],
    stop: 'end',
    usage: { ...noUsage, inputTokens: 10, outputTokens: 2 },
    model: 'peer/model',
    chosen: true,
    ...change,
  };
}

/** A reply that asks for tools, one call each. */
export function asks(tools: readonly string[], change: Partial<CompletionOutput> = {}): CompletionOutput {
  const ids = tools.map((_, index) => `c${index + 1}`);
  return reply({
    text: '',
    stop: 'tools',
    requests: tools.map((name, index) => ({ callId: ids[index] ?? '', name, arguments: '{}' })),
    calls: tools.map((tool, index) => frozenCall(tool, { callId: ids[index] ?? '' })),
    ...change,
  });
}

export function frozenCall(tool: string, change: Partial<FrozenCall> = {}): FrozenCall {
  return {
    callId: 'c1',
    tool,
    arguments: '{}',
    digest: 'd'.repeat(64),
    effect: 'act',
    timeoutMs: 60_000,
    intent: `Use ${tool}`,
    facts: {},
    ...change,
  };
}

/** What a tool call ends with. */
export function result(change: Partial<ToolCallOutput> = {}): ToolCallOutput {
  return {
    outcome: 'done',
    childId: 'call-1',
    callId: 'c1',
    tool: 'clock',
    text: 'noon',
    failed: false,
    taint: 'owner',
    ...change,
  };
}

export const down: Failure = { kind: 'unavailable', message: 'peer/model: connection refused' };
export const broken: Failure = { kind: 'invalid', message: 'peer/model: no such model' };
/** The budget said no; nothing was asked. */
export const spentUp: Failure = { kind: 'exhausted', message: 'All is used up.', cause: 'budget.day' };
export const sessionSpentUp: Failure = { kind: 'exhausted', message: 'I have paused.', cause: 'budget.session' };
/** Whoever is to be asked rests: nothing was asked. */
export const resting: Failure = { ...down, message: 'it rests', cause: 'breaker', retryAfterMs: 41_500 };
