/**
 * What may happen to each chart: representative events, ends and failures of its children, and what of its context
 * counts.
 */

import type { TurnOutcome } from '../../src/domain/conversation/message.ts';
import type { JobSpec, JobWork } from '../../src/domain/jobs/job.ts';
import type { OnStuck } from '../../src/domain/plans/plan.ts';
import type { Failure } from '../../src/domain/supervision/failure.ts';
import { defined } from '../../src/domain/text/json.ts';
import { approvalMachine } from '../../src/machines/approval/chart.ts';
import type { ApprovalOutput } from '../../src/machines/approval/types.ts';
import { approvalDeskMachine } from '../../src/machines/approval-desk.ts';
import { channelMachine } from '../../src/machines/channel/chart.ts';
import { circuitBreakerMachine } from '../../src/machines/circuit-breaker.ts';
import { consolidationMachine } from '../../src/machines/consolidation.ts';
import { type DelegationOutput, delegationMachine } from '../../src/machines/delegation.ts';
import { incidentMachine } from '../../src/machines/incident/chart.ts';
import { jobMachine } from '../../src/machines/job/chart.ts';
import type { DueRuns } from '../../src/machines/job/types.ts';
import { observerMachine } from '../../src/machines/observer.ts';
import { type Checking, type PlanOutput, planMachine } from '../../src/machines/plan.ts';
import { sessionMachine } from '../../src/machines/session/chart.ts';
import { turnOf } from '../../src/machines/session/context.ts';
import { supervisorMachine } from '../../src/machines/supervisor/chart.ts';
import { toolCallMachine } from '../../src/machines/tool-call/chart.ts';
import type { ToolCallInput } from '../../src/machines/tool-call/types.ts';
import { workerMachine } from '../../src/machines/worker/chart.ts';
import type { Stand } from './play.ts';
import {
  asks,
  born,
  broken,
  down,
  frozenCall,
  reply,
  resting,
  result,
  type Session,
  says,
  sessionSpentUp,
  spentUp,
  stop,
} from './talk.ts';
import type { WalkOptions } from './walk.ts';

const unknown: Failure = { kind: 'unknown', message: 'nobody knows' };
const denied: Failure = { kind: 'denied', message: 'refused' };
const invalid: Failure = { kind: 'invalid', message: 'the chat is gone' };

const trouble = { kind: 'wedged', subject: 'a:1', text: 'Nothing will ever move it.' } as const;

/** So short that the second wait is the last. */
const patience = { keepTryingMs: 60_000, longestPauseMs: 30_000, timeZone: 'UTC' };

const openCalls = ({ context }: Session) => Object.entries(context.open.calls);

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
    // nobody asks for a deadline in every state: the chart is the same wherever it came from
    ...(stand.leaf === 'idle' ? [says('m', 'soon', { priority: 'high', deadlineMs: 60_000, only: 'local' })] : []),
    // waiting messages pile up only as long as there is one at most
    ...(stand.context.open.later.length === 0 && turnOf(stand.context).steps <= 1
      ? [says('m', 'by itself', { ownTurn: true })]
      : []),
    ...stand.context.open.later.flatMap(({ id }) => [id, 'another'].map(turn => ({ type: 'turn.aborted', turn }))),
    ...stand.context.open.later.map(({ id }) => ({ type: 'turn.expired', turn: id })),
    { type: 'trust.restored', until: 1, by: 'cli' },
    { type: 'models.retried' },
    { type: 'turn.expired', turn: turnOf(stand.context).id },
    { type: 'turn.clarified', turn: turnOf(stand.context).id },
    { type: 'session.closed' },
    { type: 'compaction.asked' },
    ...openCalls(stand).flatMap(([childId, { state }]) =>
      state === 'running'
        ? [
            { type: 'tool.waiting', childId },
            { type: 'owner.asked', childId, question: 'Which?', options: ['tea', 'coffee'] },
          ]
        : [],
    ),
    // the first question that is open, and one that never was
    ...openCalls(stand).flatMap(([, { question }]) =>
      question === undefined
        ? []
        : [{ type: 'question.answered', question, messageId: 'p', text: 'tea', taint: 'owner' }],
    ),
    { type: 'question.answered', question: 'e0', messageId: 'p', text: 'tea', taint: 'owner' },
    // a call that is no longer open
    { type: 'tool.waiting', childId: 'call-0' },
    { type: 'owner.asked', childId: 'call-0', question: 'When?' },
  ],
  outputs: {
    recall: () => [
      { recalled: ['memory:1'] },
      { recalled: [], models: 2 },
      { recalled: [], models: { all: 2, local: 1, cloud: 1 }, patience },
      { recalled: [], isFull: true },
    ],
    compaction: () => [
      { summary: null },
      { summary: { text: 'Summary of 12 messages.', upTo: 'm1', messages: 12, taint: 'owner' } },
    ],
    completion: stand => [
      reply(),
      reply({ text: '' }),
      reply({ text: 'Half', stop: 'length' }),
      reply({ text: '', stop: 'refusal' }),
      // at a limit no tools are offered, and so none are resolved
      ...(stand.context.turn?.limit === null ? [] : [asks(['clock'], { calls: [] })]),
      // calls pile up only while few are open
      ...(openCalls(stand).length < 2 ? [asks(['clock']), asks(['clock', 'deploy'])] : []),
    ],
    evaluation: () => [
      { claims: [] },
      { claims: ['- "done"'] },
      { claims: ['- "done"'], again: true },
      { claims: ['- "done"'], again: false, refuted: '(Refuted.)' },
      { claims: [], judge: true },
      { claims: [], beneath: { notes: ['(50 %)'], warned: [{ key: 'session', percent: 50 }] } },
    ],
    judging: () => [
      { claims: [] },
      { claims: ['- "done"'] },
      { claims: ['- "done"'], again: false, refuted: '(Refuted.)' },
    ],
    'tool-call': () => [result(), result({ failed: true, outcome: 'failed' })],
  },
  failures: {
    recall: [down],
    judging: [down],
    compaction: [down],
    completion: [down, resting, broken, spentUp, sessionSpentUp],
    evaluation: [down],
  },
  view(context, leaf) {
    const { calls: open, next, later } = context.open;
    const { limit, unread, corrected, emptied, isExpired, steps, calls, errorsInRow } = turnOf(context);
    const { route, models, attempt, outage, busy, patience: given, only, hasNewChoice: choice } = context.calling;
    const calling = Object.values(open)
      .map(({ state }) => state)
      .toSorted();
    const isFollowed = later.length > 0;
    // outside of a turn, and where it only ends, nothing of it matters
    if (leaf === 'idle') return calling;
    if (leaf === 'acting.cancelling') return [calling, isExpired, next !== null, isFollowed];
    // once a limit is reached, nothing is counted that would matter
    const counted = limit === null ? [Math.min(steps, 3), Math.min(calls, 2), Math.min(errorsInRow, 2)] : 'reached';
    const waits = given ? [outage?.until === outage?.next, (outage?.tries ?? 0) > 0, !busy] : [];
    const side = only ?? '';
    // what waits begins after the turn, however that went: told apart where little else is, or the states double
    const isPlain = steps <= 1 && calling.length === 0 && side === '' && !choice && attempt <= 1 && unread === 0;
    const followed = isPlain && isFollowed;
    return [calling, counted, route, models, side, attempt, unread > 0, corrected, emptied, waits, choice, followed];
  },
  limit: 60_000,
};

/** A session with at most two calls open and two steps a turn: a third of the stands, and every kind of step. */
export const briefSessionWays: WalkOptions<typeof sessionMachine> = {
  ...sessionWays,
  inputs: sessionWays.inputs.map(input => ({ ...input, limits: { steps: 2, calls: 2, errorsInRow: 2 } })),
  outputs: {
    ...sessionWays.outputs,
    completion: stand =>
      sessionWays.outputs['completion']?.(stand).filter(
        answer => openCalls(stand).length === 0 || (answer as ReturnType<typeof asks>).calls.length === 0,
      ) ?? [],
  },
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
    { ...call, taint: 'external' },
    { ...call, hasActed: true } as ToolCallInput,
    { ...call, call: frozenCall('execute_command', { facts: { command: 'uname -a' } }) },
    { ...call, call: frozenCall('execute_command', { facts: { command: 'rm -rf /' } }) },
    { ...call, call: frozenCall('execute_command') },
    { ...call, call: frozenCall('web_request', { facts: { refused: 'This address is never asked.' } }) },
    { ...call, call: frozenCall('clock', { effect: 'read' }) },
    { ...call, call: frozenCall('clock', { effect: 'read', facts: { gates: ['hours'] } }) },
    { ...call, call: frozenCall('ask_owner', { effect: 'ask', receipt: 'When?', facts: { gates: ['hours'] } }) },
    { ...call, call: frozenCall('execute_command', { facts: { command: 'rm -rf /', gates: ['hours'] } }) },
    { ...call, call: frozenCall('memory_save', { effect: 'record' }) },
    { ...call, call: frozenCall('ask_owner', { effect: 'ask', receipt: 'When?' }) },
    { ...call, call: { callId: 'c1', tool: 'clok', problem: 'There is no tool named clok.' } },
    {
      ...call,
      call: frozenCall('delegate', { effect: 'delegate', receipt: 'Look.', facts: { delegates: 'researcher' } }),
    },
    { ...call, call: frozenCall('run_plan', { effect: 'plan', receipt: 'researcher: read_file' }) },
  ],
  events: () => [
    { type: 'tool.cancelled' },
    { type: 'owner.answered', text: 'on Monday', taint: 'owner' },
    { type: 'owner.asked', question: 'Which?', options: ['tea', 'coffee'] },
  ],
  outputs: {
    gating: ({ context }) => [
      { verdict: 'pass', gate: '', reason: '' },
      { verdict: 'pass', gate: 'hours', reason: '', call: context.call },
      { verdict: 'require_approval', gate: 'hours', reason: 'It is late.' },
      { verdict: 'block', gate: 'hours', reason: 'It is night.' },
      { verdict: 'block', gate: 'hours', reason: 'It is night.', call: context.call },
      { verdict: 'whatever', gate: 'hours', reason: '' },
    ],
    precedent: () => [
      { kind: 'none', undoMs: 5000, language: 'en' },
      { kind: 'denied', undoMs: 0, language: 'en' },
      { kind: 'standing', standing: 'k3Qm9xTd', undoMs: 0, language: 'en' },
    ],
    approval: () => [
      ...(['granted', 'denied', 'expired', 'undelivered', 'cancelled'] as const).map(
        (outcome): ApprovalOutput => ({ outcome }),
      ),
      { outcome: 'denied', after: 'edited', arguments: '{}' } satisfies ApprovalOutput,
    ],
    revision: ({ context }) => [{ call: context.call }, { problem: 'That is no address.' }],
    redemption: () => [{}, { problem: 'missing' }, { problem: 'expired' }],
    reading: () => [{ text: 'noon' }, { text: 'nothing', failed: true }],
    execution: () => [{ text: 'noon' }, { text: 'nothing', failed: true }],
    delegation: () =>
      (['done', 'failed', 'cancelled', 'expired', 'refused', 'unknown'] as const).map(
        (outcome): DelegationOutput => ({ outcome, text: 'Found.', taint: 'external' }),
      ),
    plan: () =>
      (['done', 'failed', 'cancelled', 'unknown', 'refused'] as const).map(
        (outcome): PlanOutput => ({ outcome, text: 'Done.', taint: 'external' }),
      ),
  },
  failures: {
    gating: [broken, unknown],
    precedent: [broken],
    approval: [broken],
    redemption: [broken],
    revision: [broken],
    reading: [down, unknown],
    execution: [down, unknown],
    delegation: [broken],
    plan: [broken],
  },
  view: ({ outcome, failed, isStopping, approval, precedent, gate, isRevised }) => [
    gate?.verdict,
    isRevised,
    outcome,
    failed,
    isStopping,
    approval === null,
    precedent.kind,
  ],
};

const card = { tool: 'send_mail', intent: 'Send', risk: 'high', reasons: [], digest: 'd' };
const answers = (['approve', 'deny', 'undo', 'edit'] as const).flatMap(decision =>
  [{ confirmation: 'yes' }, {}, { nonce: 'forged' }, { digest: 'forged' }, { at: 10 ** 12 }].map(more => ({
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
  inputs: [
    { expiresAfterMs: 1_000_000, undoMs: 0 },
    { expiresAfterMs: 1_000_000, undoMs: 5000 },
    { expiresAfterMs: 100_000_000, undoMs: 0 },
    { expiresAfterMs: null, undoMs: 5000 },
  ].map(how => ({ session: 'session:terminal:main', card, exact: 'To: you', language: 'en', ...how })),
  events: stand => [
    ...answers,
    { ...answers[0], type: 'approval.answered', expiresAt: 10 ** 14 },
    { type: 'approval.turn', places: [{ channel: 'web', chat: 'main' }] },
    { type: 'approval.turn', places: [] },
    { type: 'card.shown', channel: 'web', chat: 'main', ref: '1', nonce: stand.context.nonce },
    { type: 'card.shown', channel: 'web', chat: 'main', ref: '0', nonce: 'earlier' },
    { type: 'card.unsure', channel: 'web', chat: 'main' },
    { type: 'consent.due' },
    { type: 'approval.cancelled' },
  ],
  outputs: {
    verification: () => [{ genuine: true }, { genuine: false }],
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
  failures: { verification: [broken] },
  view({ repeat, expiresAt, shown, places, outcome, answer, after }, leaf) {
    const isOver = leaf === outcome;
    const asked = leaf === 'holding' ? [] : [places.length > 0];
    const said = answer && [answer.decision, answer.expiresAt === undefined];
    return isOver ? [outcome, after] : [repeat, expiresAt === null, shown.length > 0, outcome, said, ...asked];
  },
};

/** The same with what may still come to one that an earlier version had put before the owner by itself. */
export const earlierApprovalWays: WalkOptions<typeof approvalMachine> = {
  ...approvalWays,
  events: stand => [
    ...approvalWays.events(stand),
    ...(stand.leaf === 'waitingForInput.queued'
      ? ['consent']
      : ['timed', 'early', 'open'].includes(stand.leaf.replace('waitingForInput.', ''))
        ? ['again']
        : []
    ).flatMap(actorId => [
      {
        type: `xstate.done.actor.${actorId}`,
        actorId,
        output: { shown: [{ channel: 'web', chat: 'main', ref: '1' }], missed: [] },
      },
      { type: `xstate.error.actor.${actorId}`, actorId, error: unknown },
    ]),
  ],
};

export const approvalDeskWays: WalkOptions<typeof approvalDeskMachine> = {
  machine: approvalDeskMachine,
  address: 'approval-desk',
  inputs: [{}],
  events: () => [{ type: 'approval.asked' }, { type: 'approval.left' }],
  outputs: {
    line: () => [
      { turns: [], left: 0, places: [] },
      { turns: ['approval:a', 'approval:b'], left: 0, places: [] },
      { turns: ['approval:a'], left: 2, places: [] },
    ],
  },
  failures: { line: [broken] },
  view: ({ left }) => left,
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
          { type: 'card.queued', approval: 'approval:x', chat: '42' },
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
    consent: () => [
      { ref: '1', of: 1, nonce: 'n' },
      { ref: '', of: 1, nonce: '' },
    ],
    settlement: () => [{ ref: '1', of: 1 }],
  },
  failures: {
    connection: [down, denied],
    inbox: [down, denied, { ...down, cause: 'conflict' }],
    delivery: [down, unknown, invalid],
    consent: [down, unknown, invalid],
    settlement: [down, invalid],
  },
  view: ({ attempt, failure, lines }) => [
    Math.min(attempt, 2),
    failure?.kind,
    Object.values(lines).map(({ queue, busy, isPausing }) => [
      ...[busy, isPausing],
      ...queue.map(({ kind, attempt }) => [kind, Math.min(attempt, 2)]),
    ]),
  ],
};

export const supervisorWays: WalkOptions<typeof supervisorMachine> = {
  machine: supervisorMachine,
  address: 'supervisor',
  inputs: [{ language: 'en' }],
  events: ({ context: { commands } }) => [
    {
      type: 'system.started',
      channels: [{ name: 'web', ownerChats: ['main'] }],
      facts: { uncleanBoots: 0, actors: 1, waiting: 0, again: 0, unknown: [], quarantined: [], wedged: ['a:1'] },
    },
    { type: 'system.stopping' },
    { type: 'channels.changed', channels: [{ name: 'web', ownerChats: ['main', 'other'] }] },
    { type: 'report.raised', kind: 'failed', subject: 'session:web:main', failure: down },
    { type: 'message.buried', actor: 'a:1', event: 'go', failure: down },
    { type: 'message.late', actor: 'job:a', event: 'job.requested' },
    { type: 'effect.unknown', effect: 'a#1.0', owner: 'a:1', src: 'execution', about: 'Run it.' },
    { type: 'effect.left', effect: 'a#1.0', owner: 'a:1', src: 'execution', outcome: 'done' },
    { type: 'actor.quarantined', actor: 'a:1', problem: 'no migration' },
    { type: 'breaker.opened', subject: 'model:ollama/qwen3', until: 2_000_000, failure: down },
    { type: 'breaker.opened', subject: 'model:ollama/qwen3', until: 2_000_000, failure: down, flaps: 3 },
    { type: 'breaker.closed', subject: 'model:ollama/qwen3' },
    { type: 'actor.wedged', actor: 'a:1', leaf: 'thinking' },
    { type: 'phase.overdue', actor: 'a:1', leaf: 'thinking', sinceMs: 90_000 },
    { type: 'loop.stalled', during: 'a<go', ms: 900 },
    { type: 'effect.silent', effect: 'a#1.0', owner: 'a:1', src: 'execution', silentMs: 61_000 },
    { type: 'report.raised', kind: 'looping', subject: 'session:web:main', turn: 't', tool: 'clock', times: 4 },
    { type: 'pattern.found', kind: 'diskLow', subject: 'disk', facts: { freeMb: 1, totalMb: 9 } },
    { type: 'pattern.passed', kind: 'diskLow', subject: 'disk' },
    { type: 'incident.asked', incident: 'incident:x', trouble, choices: ['cancel', 'leave'] },
    { type: 'incident.parked', incident: 'incident:x', trouble, failure: null, choices: ['restart', 'stop'] },
    ...(Object.keys(commands).length < 1
      ? [{ type: 'admin.asked', command: { id: 'c', verb: 'restart', actor: 'a:1', by: 'cli' } }]
      : []),
  ],
  outputs: {
    incident: () => [
      { outcome: 'done', trouble, remedy: { kind: 'retry' }, reports: 1, by: null, failure: null },
      { outcome: 'cancelled', trouble, remedy: null, reports: 1, by: 'cli', failure: null },
    ],
    directive: () => [undefined],
  },
  failures: { directive: [denied] },
  view: ({ channels, boots, reports, incidents, commands }) => [
    channels.length,
    boots > 0,
    reports > 0,
    Object.keys(incidents).length > 0,
    Object.keys(commands).length,
  ],
  limit: 60_000,
};

export const incidentWays: WalkOptions<typeof incidentMachine> = {
  machine: incidentMachine,
  address: 'incident:abcdefgh',
  inputs: (['wedged', 'silent', 'buried', 'quarantined'] as const).map(kind => ({ trouble: { ...trouble, kind } })),
  events: ({ context }) => [
    ...(context.reports < 2 ? [{ type: 'trouble.reported', trouble }] : []),
    ...['restart', 'fresh', 'cancel', 'stop', 'retry', 'release', 'leave'].map(choice => ({
      type: 'incident.answered',
      by: 'telegram:42',
      choice,
    })),
    { type: 'incident.rechecked' },
  ],
  outputs: { remedy: () => [undefined], standing: () => [{ stands: true }, { stands: false }] },
  failures: { remedy: [denied], standing: [broken] },
  view: ({ trouble: { kind }, tried, isParked, isTold, failure, by }) => [
    ...[kind, Math.min(tried, 4), isParked, isTold],
    failure?.kind,
    by !== null,
  ],
};

export const circuitBreakerWays: WalkOptions<typeof circuitBreakerMachine> = {
  machine: circuitBreakerMachine,
  address: 'circuit-breaker:tool:forge',
  inputs: [
    { failures: 2, windowMs: 600_000, restMs: 60_000 },
    { failures: 2, windowMs: 600_000, restMs: 60_000, flaps: 2 },
  ],
  events: () => [
    { type: 'call.failed', failure: down },
    { type: 'call.succeeded' },
    { type: 'breaker.held', forMs: 3_600_000 },
    { type: 'breaker.reset' },
  ],
  outputs: {},
  failures: {},
  view: ({ failedAt, rests, isHeld }) => [failedAt.length, Math.min(rests, 3), isHeld],
};

const noticed = { kind: 'fact', content: 'my sister lives in Graz', correction: false, message: 0 } as const;
const bills = { text: 'If a bill comes in, it waits for me.', message: 'm1', session: null };

export const observerWays: WalkOptions<typeof observerMachine> = {
  machine: observerMachine,
  address: 'observer:terminal:main~7',
  inputs: (['auto', 'suggest'] as const).map(promotion => ({ promotion, threshold: 3, language: 'en' })),
  events: () => [
    { type: 'conversation.rested', session: 'session:terminal:main', after: 0, upto: 7 },
    { type: 'memory.decided', open: 1 },
    { type: 'memory.decided', open: 0 },
    { type: 'batch.undone' },
  ],
  outputs: {
    extraction: () => [
      { items: [], messages: [], taint: 'owner' },
      { items: [noticed], messages: ['m1'], taint: 'owner' },
      { items: [noticed], messages: ['m1'], taint: 'external' },
      { items: [], messages: [], taint: 'owner', orders: [bills] },
    ],
    comparison: () => [
      { compared: [], orders: [bills] },
      { compared: [], orders: [] },
      { compared: [{ item: noticed, finding: 'same', memory: 'memory:1' }] },
      { compared: [{ item: noticed, finding: 'new' }] },
      { compared: [{ item: noticed, finding: 'contradicts', memory: 'memory:1' }] },
      { compared: [{ item: noticed, finding: 'corrects', memory: 'memory:1' }] },
    ],
  },
  failures: { extraction: [down, denied], comparison: [broken] },
  view: ({ promotion, session, open, attempts, found, compared }) => [
    ...[promotion, session !== '', Math.min(open, 2), Math.min(attempts, 3), found.items.length, found.taint],
    ...[compared[0]?.finding, found.orders?.length],
  ],
};

const looked = { id: 'memory:1', updatedAt: 1 };
const pairsOf = (count: number) => Array.from({ length: count }, () => ({ one: looked, other: looked }));
const archived = { kind: 'archive', id: 'memory:1' } as const;

export const consolidationWays: WalkOptions<typeof consolidationMachine> = {
  machine: consolidationMachine,
  address: 'consolidation:1',
  inputs: [
    { language: 'en', digest: false, budgetTokens: 100 },
    { language: 'de', digest: true, budgetTokens: 100 },
  ],
  events: () => [{ type: 'consolidation.requested' }, { type: 'batch.undone' }],
  outputs: {
    collection: () => [
      { pairs: [], links: [], outlived: [] },
      { pairs: pairsOf(1), links: [['memory:1', 'memory:2']], outlived: [looked] },
      { pairs: pairsOf(31), links: [], outlived: [] },
    ],
    judgement: () => [
      { judged: [], tokens: 0 },
      { judged: [{ one: looked, other: looked, verdict: 'same' }], tokens: 200 },
    ],
    settling: () => [
      { moves: [] },
      { moves: [archived] },
      { moves: [{ kind: 'contradiction', newer: 'memory:1', older: 'memory:2' }] },
    ],
  },
  failures: { collection: [broken], judgement: [down, denied], settling: [broken] },
  view: ({ digest, pairs, judged, counts, tokens, attempts, isGivenUp }) => [
    ...[digest, Math.min(pairs.length, 31), judged.length, tokens > 100, Math.min(attempts, 3), isGivenUp],
    ...[counts.archived > 0, counts.contradicting > 0],
  ],
};

const jobSpec: JobSpec = {
  name: 'a',
  schedule: { kind: 'every', everyMs: 60_000, from: 1_060_000 },
  when: 'every 1m',
  timeZone: 'UTC',
  action: { kind: 'tool', tool: 'clock', arguments: {} },
  notify: 'always',
  catchUp: 'once',
  overlap: 'skip',
  retries: 1,
  timeoutMs: 5_000,
  budgetTokens: 50_000,
  priority: 'normal',
  taint: 'owner',
  by: 'cli',
  language: 'en',
};

/** What the lookup finds in a stand: nothing is due, something is, the last instant has passed. */
function agendasOf({ context, at }: Stand<typeof jobMachine>): readonly DueRuns[] {
  const { spec, runs, running, paused, waits } = context;
  if (spec === null) return [];
  const isBusy = Object.keys(running).length > 0;
  const next = paused === null ? at + 60_000 : null;
  const rest = { skips: [], waits: waits.filter(({ from }) => isBusy || from > at).slice(0, 1), last: at, next };
  const start = { slot: at, trigger: 'due', attempt: 1, number: runs + 1 } as const;
  const nothing: DueRuns = { ...rest, starts: [] };
  const isDue = { trigger: 'due', attempt: 1, isMore: false } as const;
  if (isBusy) return [{ ...nothing, skips: [{ ...isDue, slot: at, until: at, count: 1, reason: 'overlap' }] }];
  const missed = { ...isDue, slot: at - 60_000, until: at, count: 2, reason: 'missed' } as const;
  const works: readonly JobWork[] =
    spec.action.kind === 'tool'
      ? [{ kind: 'call', call: frozenCall('clock') }]
      : [
          { kind: 'say', text: 'Drink water.' },
          { kind: 'builtin', name: 'backup' },
          { kind: 'ask', session: 'session:job:a~1', text: 'go' },
        ];
  return [
    nothing,
    ...(paused === null ? [{ ...nothing, next: null }] : []),
    ...works.map(work => ({ ...rest, skips: [missed], starts: [{ ...start, work }] })),
    ...(spec.action.kind === 'tool'
      ? [{ ...rest, starts: [{ ...start, attempt: 2, work: works[0] as JobWork, dedupKey: 'k' }] }]
      : []),
  ];
}

const turnEnded = { type: 'turn.ended', text: '', taint: 'owner', isOpen: false };

/** A lookup answers before anything else comes. */
const isLookingUp = ({ children }: Stand<typeof jobMachine>) =>
  Object.values(children).some(({ src }) => src === 'agenda' || src === 'outcome');

export const jobWays: WalkOptions<typeof jobMachine> = {
  machine: jobMachine,
  address: 'job:a',
  inputs: [{ approvalExpiresAfterMs: 1_000 }],
  events: stand => {
    if (isLookingUp(stand)) return [];
    const { context } = stand;
    const ids = Object.keys(context.running);
    const session = Object.values(context.running)[0]?.session;
    return [
      ...(context.spec === null
        ? [
            { type: 'job.defined', spec: jobSpec },
            {
              type: 'job.defined',
              spec: { ...jobSpec, action: { kind: 'say', text: 'Drink water.' }, notify: 'failure' },
            },
          ]
        : [
            { type: 'job.defined', spec: context.spec, isPaused: true },
            ...(context.waits.length === 0 ? [{ type: 'job.requested' }] : []),
          ]),
      ...['job.enabled', 'job.disabled', 'job.removed', 'job.left', 'job.due'].map(type => ({ type })),
      ...ids.flatMap(childId => [
        { type: 'tool.waiting', childId },
        { type: 'owner.asked', childId },
      ]),
      { type: 'tool.waiting', childId: 'run-0' },
      ...(session === undefined
        ? []
        : [
            { ...turnEnded, session, outcome: 'done', text: 'hi' },
            { ...turnEnded, session, outcome: 'done', text: 'hi', isOpen: true },
            { ...turnEnded, session, outcome: 'expired' },
          ]),
      { ...turnEnded, session: context.late[0] ?? 'session:job:a~9', outcome: 'cancelled' },
      { ...turnEnded, session: context.late[0] ?? 'session:job:a~9', outcome: 'failed' },
    ];
  },
  outputs: {
    agenda: agendasOf,
    outcome: () => [{ text: 'It is noon.', isChanged: true }],
    builtin: stand => (isLookingUp(stand) ? [] : ['The database was copied.']),
    'tool-call': stand =>
      isLookingUp(stand)
        ? []
        : [
            result(),
            result({ failed: true }),
            result({ outcome: 'unknown', failed: true }),
            result({ outcome: 'denied', failed: true }),
          ],
  },
  failures: { agenda: [broken], outcome: [broken], builtin: [down] },
  view: ({ spec, waits, running, ended, failures, paused, isRemoved, isCut, late, next }) => [
    ...[isCut, Math.min(late.length, 1)],
    spec?.action.kind,
    waits.slice(0, 2).map(({ trigger }) => trigger),
    Object.values(running).map(({ attempt, isTimedOut, until, session }) => [
      attempt,
      isTimedOut,
      until === null,
      session,
    ]),
    ended.slice(0, 1).map(({ outcome, attempt, id }) => [outcome, attempt, id === '']),
    Math.min(ended.length, 2),
    ...[failures > 4, paused, isRemoved, next === null],
  ],
  limit: 60_000,
};

const ended = (session: string, outcome: TurnOutcome, isOpen = false) => ({
  type: 'turn.ended',
  session,
  outcome,
  text: 'Found.',
  taint: 'external',
  isOpen,
});

export const delegationWays: WalkOptions<typeof delegationMachine> = {
  machine: delegationMachine,
  address: 'delegation:aB3dE6gH',
  parent: 'tool-call:aB3dE6gH',
  inputs: [
    {
      agent: 'researcher',
      task: 'Look.',
      session: 'session:terminal:main',
      turn: 't1',
      call: 'tool-call:aB3dE6gH',
      taint: 'owner',
    },
  ],
  events: ({ context }) => [
    ...(['done', 'failed', 'cancelled', 'expired', 'paused', 'running'] as const).map(outcome =>
      ended(context.child, outcome),
    ),
    ended(context.child, 'done', true),
    ended('session:agent:other-aB3dE6gH', 'done'),
    { type: 'delegation.cancelled' },
    { type: 'owner.answered', text: 'tea', taint: 'owner' },
    // questions pile up only as long as there is one at most
    ...(context.questions.length < 2 ? [{ type: 'owner.asked', question: 'Which?', options: ['tea', 'coffee'] }] : []),
  ],
  outputs: {
    enlisting: () => [
      { tools: ['read_file'], depth: 1, root: 'session:terminal:main', deadlineMs: 3_600_000 },
      { problem: 'There are 16 already.' },
      {
        tools: ['read_file'],
        depth: 1,
        root: 'session:terminal:main',
        deadlineMs: 3_600_000,
        isUnderWay: true,
      },
      { earlier: { outcome: 'cancelled', text: '', taint: 'owner' } },
    ],
    continuing: () => [
      { why: 'time', material: { body: 'You have worked on this before.', taint: 'external' } },
      {
        to: 'reviewer',
        tools: ['read_file'],
        deadlineMs: 3_600_000,
        material: { body: 'Another agent has worked on this before.', taint: 'external' },
      },
      { isOver: true },
    ],
  },
  failures: { enlisting: [broken], continuing: [broken] },
  view: ({ outcome, questions, taint, isRepeat, hop, takenFrom }) => [
    outcome,
    questions.length,
    taint,
    isRepeat,
    hop,
    takenFrom,
  ],
};

const goodCheck = { text: 'file_exists a', before: { outcome: 'fails', saw: 'no' } } as const;
const checked = (verdict: Checking['verdict']): Checking => ({
  found: [{ step: 'a', checks: [{ ...goodCheck, last: { outcome: verdict, saw: 'it', at: 1 } }] }],
  verdict,
  evidence: verdict === 'fails' ? 'file_exists a: no' : '',
});
/** On a copy, with what of it does not fit. */
const copied = (...conflicts: readonly string[]): Checking => ({
  ...checked('holds'),
  diff: { digest: 'd', conflicts },
});

const planStep = (id: string, dependsOn: readonly string[], hasChecks: boolean) => ({
  id,
  agent: 'researcher',
  dependsOn,
  hasChecks,
});

const opened = (onStuck: OnStuck, hasChecks: boolean, notBefore?: number, worktree?: string) => ({
  name: 'p',
  title: 'A plan',
  onStuck,
  language: 'en' as const,
  steps: [{ ...planStep('a', [], hasChecks), ...defined({ notBefore, worktree }) }, planStep('b', ['a'], false)],
});

export const planWays: WalkOptions<typeof planMachine> = {
  machine: planMachine,
  address: 'plan:aB3dE6gH',
  parent: 'tool-call:aB3dE6gH',
  inputs: [
    {
      plan: { arguments: '{}', digest: 'd', rights: 'r' },
      session: 'session:terminal:main',
      turn: 't1',
      call: 'tool-call:aB3dE6gH',
      taint: 'owner',
    },
  ],
  events: ({ context }) => [
    { type: 'plan.cancelled' },
    { type: 'owner.answered', text: 'Try again', taint: 'owner' },
    { type: 'owner.answered', text: 'Go on without it', taint: 'owner' },
    { type: 'owner.answered', text: 'Stop the plan', taint: 'owner' },
    { type: 'owner.answered', text: 'Do it by hand', taint: 'owner' },
    // questions pile up only as long as there is one at most
    ...(context.questions.length < 1 && context.steps.length > 0
      ? [{ type: 'owner.asked', question: 'Which?', from: 'delegation:aB3dE6gH' }]
      : []),
  ],
  outputs: {
    planning: () => [
      opened('replan', true),
      opened('ask', false),
      opened('consult_planner', true),
      // the walk begins at 1 000 000
      opened('replan', false, 1_500_000),
      opened('replan', false, undefined, 'toy'),
      { problem: 'It is not what was approved.' },
      { isBegunAgain: true },
    ],
    preparing: () => [{ task: 'Look.', material: 'Found.' }, { problem: 'It is not what was approved.' }],
    checking: ({ context: { steps } }) => [
      ...[checked('holds'), checked('fails'), checked('unknown')],
      ...(steps.some(({ worktree }) => worktree !== undefined) ? [copied(), copied('a.txt: does not apply')] : []),
    ],
    branching: () => [undefined],
    joining: () => [{ conflicts: [] }, { conflicts: ['a.txt: does not apply'] }],
    removing: () => [undefined],
    consulting: () => [{ advice: 'Look again.' }, { advice: '' }],
    concluding: () => [
      { text: 'All.', verdict: null },
      { text: 'Not all.', verdict: 'fails' },
    ],
    delegation: () =>
      (['done', 'failed', 'cancelled', 'unknown'] as const).map(
        (outcome): DelegationOutput => ({ outcome, text: 'Found.', taint: 'external' }),
      ),
  },
  failures: {
    planning: [broken],
    preparing: [broken],
    checking: [down],
    branching: [down],
    joining: [down],
    removing: [down],
    consulting: [down],
    concluding: [broken],
    delegation: [broken],
  },
  view: ({ steps, questions, isPut, isStopping, outcome, onStuck }) => [
    steps.map(({ state, attempt, isHeld, advice, isCopied, digest, hasConflict, words, worktree }) => [
      ...[state, Math.min(attempt, 3), isHeld, advice === null],
      ...[isCopied, digest, hasConflict, Math.min(words, 3), worktree],
    ]),
    questions.map(({ from }) => from),
    isPut,
    isStopping,
    outcome,
    onStuck,
  ],
};

const permission = (verb: string) => ({
  kind: 'asked' as const,
  call: {
    ...frozenCall('code', {}),
    callId: 'p1',
    digest: `digest of ${verb}`,
    effect: verb === 'read' ? ('read' as const) : ('act' as const),
    facts: verb === 'deny' ? { refused: 'No.' } : {},
  },
});

const workResult = (files: number) => ({
  result: {
    stat: { files, added: files, removed: 0 },
    digest: 'd1',
    diff: files === 0 ? '' : '+x',
    conflicts: [],
    reasons: [],
  },
});

const workGiven = {
  worker: 'opencode',
  folder: 'toy',
  task: 'Do it.',
  checks: [],
  session: 'session:terminal:main',
  taint: 'owner',
  executor: 'bubblewrap',
  runMs: 60_000,
  language: 'en',
  undoMs: 0,
  expiresAfterMs: null,
} as const;

export const workerWays: WalkOptions<typeof workerMachine> = {
  machine: workerMachine,
  address: 'worker:aB3dE6gH',
  inputs: [{}, { given: workGiven }],
  events: () => [{ type: 'worker.given', ...workGiven }, { type: 'worker.stopped' }, { type: 'worker.shown' }],
  outputs: {
    copying: () => [
      { problem: 'There is no folder toy.' },
      { checks: [], uncommitted: 0 },
      { checks: [{ text: 'npm test', before: { outcome: 'fails', saw: 'exit code 1' } }], uncommitted: 2 },
    ],
    opening: () => [{ thread: 'ses_1' }, { lost: 'It cannot.' }, { problem: 'There is no worker.' }],
    programming: () => [
      { kind: 'gone' },
      permission('read'),
      permission('run'),
      permission('deny'),
      { kind: 'ended', stop: 'end_turn', text: 'Done.' },
    ],
    collecting: () => [{ problem: 'It is too large.' }, workResult(0), workResult(1)],
    assessing: () => [{ checks: [] }],
    merging: () => [{ conflicts: [] }, { conflicts: ['a.txt'] }],
    clearing: () => [undefined],
    redemption: () => [{}, { problem: 'missing' }],
    approval: () =>
      (['granted', 'denied', 'expired', 'undelivered', 'cancelled'] as const).map(
        (outcome): ApprovalOutput => ({ outcome }),
      ),
  },
  failures: {
    copying: [down],
    opening: [down],
    programming: [{ kind: 'timeout', message: 'its time was up' }, down, unknown],
    collecting: [down],
    assessing: [down],
    merging: [down, unknown],
    clearing: [down],
    redemption: [broken],
    approval: [broken],
  },
  view: ({ outcome, failures, question, carried, denied, isStopping, goalChecks, isPut }) => [
    outcome,
    failures,
    question?.about,
    carried?.isAllowed,
    denied.length,
    isStopping,
    goalChecks.length,
    isPut,
  ],
};
