/** What may happen to each chart: representative events, ends and failures of its children, and what of its context counts. */
import { type ApprovalOutput, approvalMachine } from '../../src/machines/approval.ts';
import { channelMachine } from '../../src/machines/channel.ts';
import type { Failure } from '../../src/machines/domain/failure.ts';
import { sessionMachine } from '../../src/machines/session.ts';
import { supervisorMachine } from '../../src/machines/supervisor.ts';
import { type ToolCallInput, toolCallMachine } from '../../src/machines/tool-call.ts';
import { asks, born, broken, down, frozenCall, reply, result, type Session, says, stop } from './talk.ts';
import type { WalkOptions } from './walk.ts';

const unknown: Failure = { kind: 'unknown', message: 'nobody knows' };
const denied: Failure = { kind: 'denied', message: 'refused' };

const openCalls = ({ context }: Session) => Object.entries(context.open);

export const sessionWays: WalkOptions<typeof sessionMachine> = {
  machine: sessionMachine,
  address: 'session:terminal:main',
  inputs: [
    { ...born, limits: { steps: 3, calls: 2, errorsInRow: 2 } },
    { ...born, limits: { steps: 3, calls: 2, errorsInRow: 2 }, approvals: 'block' },
  ],
  events: stand => [
    says('m'),
    says('m', 'better', { correction: true }),
    stop,
    ...openCalls(stand).flatMap(([childId, { state }]) =>
      state === 'running'
        ? [
            { type: 'tool.waiting', childId },
            { type: 'owner.asked', childId, question: 'When?' },
          ]
        : [],
    ),
    // a call that is no longer open
    { type: 'tool.waiting', childId: 'call-0' },
    { type: 'owner.asked', childId: 'call-0', question: 'When?' },
  ],
  outputs: {
    recall: () => [{ recalled: ['memory:1'] }],
    completion: stand => [
      reply(),
      reply({ text: '' }),
      reply({ text: 'Half', stop: 'length' }),
      reply({ text: '', stop: 'refusal' }),
      // at a limit no tools are offered, and so none are resolved
      ...(stand.context.limit === null ? [] : [asks(['clock'], { calls: [] })]),
      // calls pile up only while few are open
      ...(openCalls(stand).length < 2 ? [asks(['clock']), asks(['clock', 'deploy'])] : []),
    ],
    evaluation: () => [{ claims: [] }, { claims: ['- "done"'] }],
    'tool-call': () => [result(), result({ failed: true, outcome: 'failed' })],
  },
  failures: {
    recall: [down],
    completion: [down, { ...down, cause: 'default' }, broken],
    evaluation: [down],
  },
  view({ open, limit, route, attempt, unread, corrected, emptied, steps, calls, errorsInRow }, leaf) {
    const calling = Object.values(open)
      .map(({ state }) => state)
      .toSorted();
    // outside of a turn, and where it only ends, nothing of it matters
    if (leaf === 'idle' || leaf === 'acting.cancelling') return calling;
    // once a limit is reached, nothing is counted that would matter
    const counted = limit === null ? [Math.min(steps, 3), Math.min(calls, 2), Math.min(errorsInRow, 2)] : 'reached';
    return [calling, counted, route, attempt, unread > 0, corrected, emptied];
  },
  limit: 60_000,
};

const call: ToolCallInput = {
  session: 'session:terminal:main',
  turn: 'turn-1',
  childId: 'call-1',
  call: frozenCall('send_mail'),
  taint: 'owner',
  approvalExpiresAfterMs: 1000,
};

export const toolCallWays: WalkOptions<typeof toolCallMachine> = {
  machine: toolCallMachine,
  address: 'tool-call:aB3dE6gH',
  parent: 'session:terminal:main',
  inputs: [
    call,
    { ...call, call: frozenCall('execute_command', { facts: { command: 'uname -a' } }) },
    { ...call, call: frozenCall('execute_command', { facts: { command: 'rm -rf /' } }) },
    { ...call, call: frozenCall('execute_command') },
    { ...call, call: frozenCall('clock', { effect: 'read' }) },
    { ...call, call: frozenCall('memory_save', { effect: 'record' }) },
    { ...call, call: frozenCall('ask_owner', { effect: 'ask', receipt: 'When?' }) },
    { ...call, call: { callId: 'c1', tool: 'clok', problem: 'There is no tool named clok.' } },
  ],
  events: () => [{ type: 'tool.cancelled' }, { type: 'owner.answered', text: 'on Monday', taint: 'owner' }],
  outputs: {
    approval: () =>
      (['granted', 'denied', 'expired', 'undelivered', 'cancelled'] as const).map(
        (outcome): ApprovalOutput => ({ outcome }),
      ),
    reading: () => [{ text: 'noon' }, { text: 'nothing', failed: true }],
    execution: () => [{ text: 'noon' }, { text: 'nothing', failed: true }],
  },
  failures: { approval: [broken], reading: [down, unknown], execution: [down, unknown] },
  view: ({ outcome, failed, isStopping }) => [outcome, failed, isStopping],
};

const card = { tool: 'send_mail', intent: 'Send', risk: 'high', reasons: [], digest: 'd' };
const answers = (['approve', 'deny'] as const).flatMap(decision =>
  [{}, { nonce: 'forged' }, { digest: 'forged' }, { at: 10 ** 12 }].map(more => ({
    type: 'approval.answered',
    approval: 'approval:k3Qm9xTd',
    decision,
    by: 'cli',
    ...more,
  })),
);

export const approvalWays: WalkOptions<typeof approvalMachine> = {
  machine: approvalMachine,
  address: 'approval:k3Qm9xTd',
  parent: 'tool-call:aB3dE6gH',
  inputs: [1_000_000, null].map(expiresAfterMs => ({
    session: 'session:terminal:main',
    card,
    exact: 'To: you',
    expiresAfterMs,
  })),
  events: () => [...answers, { type: 'approval.cancelled' }],
  outputs: {
    consent: () => {
      const shown = [{ channel: 'web', chat: 'main', ref: '1' }];
      const place = { channel: 'telegram', chat: '42' };
      return [
        { shown: [], missed: [] },
        { shown, missed: [] },
        { shown, missed: [{ ...place, failure: down }] },
        { shown, missed: [{ ...place, failure: denied }] },
      ];
    },
  },
  failures: { consent: [unknown, down] },
  view: ({ repeat, expiresAt, shown, outcome, answer, missed, tries }) => [
    repeat,
    expiresAt === null,
    Math.min(shown.length, 1),
    outcome,
    answer?.decision,
    missed.map(({ failure }) => failure.kind),
    tries,
  ],
};

export const channelWays: WalkOptions<typeof channelMachine> = {
  machine: channelMachine,
  address: 'channel:telegram',
  inputs: [{ name: 'telegram' }],
  events: ({ context }) => [
    { type: 'channel.started' },
    { type: 'channel.stopped' },
    ...((context.lines['42']?.queue.length ?? 0) < 2
      ? [
          { type: 'delivery.queued', delivery: 'd', chat: '42' },
          { type: 'card.settled', approval: 'approval:x', chat: '42', ref: '1', outcome: 'granted', by: null },
        ]
      : []),
  ],
  outputs: {
    connection: () => [{ identity: '@agent' }],
    inbox: () => [undefined],
    delivery: () => [
      { ref: '1', of: 1 },
      { ref: '1', of: 2 },
    ],
    settlement: () => [{ ref: '1', of: 1 }],
  },
  failures: {
    connection: [down, denied],
    inbox: [down, denied, { ...down, cause: 'conflict' }],
    delivery: [down, unknown, denied],
    settlement: [down, unknown, denied],
  },
  view: ({ attempt, failure, lines }) => [
    Math.min(attempt, 2),
    failure?.kind,
    Object.values(lines).map(({ queue, busy }) => [busy, ...queue.map(({ kind, attempt }) => [kind, attempt])]),
  ],
};

export const supervisorWays: WalkOptions<typeof supervisorMachine> = {
  machine: supervisorMachine,
  address: 'supervisor',
  inputs: [{ language: 'en' }],
  events: () => [
    {
      type: 'system.started',
      channels: [{ name: 'web', ownerChats: ['main'] }],
      facts: { uncleanBoots: 0, actors: 1, waiting: 0, again: 0, unknown: [], quarantined: [], wedged: ['a:1'] },
    },
    { type: 'system.stopping' },
    { type: 'report.raised', kind: 'failed', subject: 'session:web:main', failure: down },
    { type: 'message.buried', actor: 'a:1', event: 'go', failure: down },
    { type: 'effect.unknown', effect: 'a#1.0', owner: 'a:1', src: 'execution', about: 'Run it.' },
    { type: 'effect.left', effect: 'a#1.0', owner: 'a:1', src: 'execution', outcome: 'done' },
    { type: 'actor.quarantined', actor: 'a:1', problem: 'no migration' },
  ],
  outputs: {},
  failures: {},
  view: ({ channels, boots, reports }) => [channels.length, boots > 0, reports > 0],
};
