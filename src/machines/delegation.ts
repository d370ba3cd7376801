/**
 * A piece of work that was given to an agent: it keeps watch over the conversation that does it.
 *
 * The conversation is an actor of its own with a fresh context. The end of its turn comes here, and from here to the
 * tool call that gave the work, each in the commit of the step that makes it: so the result is joined once, whatever
 * dies in between. What the agent asks its owner goes up the same way, one question after the other.
 */
import { sendParent, setup } from 'xstate';
import { type ChildState, mostContinuations, sessionOfChild } from '../domain/agents/agent.ts';
import { agentTexts } from '../domain/agents/texts.ts';
import type { DelegationWrites } from '../domain/agents/writes.ts';
import type { Body } from '../domain/conversation/body.ts';
import type { TurnOutcome } from '../domain/conversation/message.ts';
import type { Priority } from '../domain/conversation/turn-terms.ts';
import type { Side } from '../domain/models/route.ts';
import { mixed, type Taint } from '../domain/policy/taint.ts';
import { defined } from '../domain/text/json.ts';
import { actorAt, needs } from './needs.ts';

/** The work, and the call that gives it. */
export interface DelegationInput {
  readonly agent: string;
  /** What the agent is to do, as it reads it. */
  readonly task: Body;
  readonly session: string;
  readonly turn: string;
  /** The address of the tool call. */
  readonly call: string;
  readonly taint: Taint;
  /** What it is given beside the work, trusted for itself: what others found. */
  readonly material?: { readonly body: Body; readonly taint: Taint };
  readonly priority?: Priority;
  /** Only models that run there may read it. */
  readonly only?: Side;
}

/** How it ended, for the tool call. */
export interface DelegationOutput {
  readonly outcome: Exclude<ChildState, 'running'>;
  readonly text: Body;
  readonly taint: Taint;
  /** So often it was continued; absent: it was not. */
  readonly hops?: number;
  /** Another agent has done it; absent: the one it was given to. */
  readonly by?: string;
}

/** What `enlisting` gets: who gives work to whom. */
export interface EnlistingInput {
  readonly agent: string;
  readonly session: string;
  readonly call: string;
  /** The delegation itself. */
  readonly id: string;
}

/**
 * What the agent may do; or why nothing is given to it now, for the model; or what became of the work that this very
 * call gave before it was begun again.
 */
export type Enlisting =
  | {
      readonly tools: readonly string[];
      readonly depth: number;
      readonly root: string;
      readonly deadlineMs: number;
      /** The conversation has begun: the delegation itself was begun again. */
      readonly isUnderWay?: true;
      /** The conversation that does it by now, and how often the work was continued; absent: the first one does. */
      readonly goesOn?: {
        readonly child: string;
        readonly hop: number;
        readonly agent: string;
        readonly takenFrom?: string;
      };
    }
  | { readonly problem: string }
  | { readonly earlier: DelegationOutput };

/** What `continuing` gets: a conversation has ended, and whether the work goes on in another one is to be seen. */
export interface ContinuingInput extends Pick<DelegationInput, 'agent' | 'material' | 'session' | 'call'> {
  readonly id: string;
  /** The agent that had it before; absent: none had. */
  readonly takenFrom?: string;
  /** So often it was continued before. */
  readonly hop: number;
  readonly outcome: DelegationOutput['outcome'];
  /** What the conversation said last. */
  readonly text: Body;
  readonly taint: Taint;
}

/**
 * It goes on, with what it did by now; or another agent takes it over, with these tools and so much time; or it has
 * ended.
 */
export type Continuing =
  | { readonly why: 'time' | 'steps'; readonly material: { readonly body: Body; readonly taint: Taint } }
  | {
      readonly to: string;
      readonly tools: readonly string[];
      readonly deadlineMs: number;
      readonly material: { readonly body: Body; readonly taint: Taint };
    }
  | { readonly isOver: true };

interface Question {
  readonly question: Body;
  readonly options?: readonly string[];
}

export interface Context extends DelegationInput {
  readonly address: string;
  /** The conversation that does it. */
  readonly child: string;
  readonly deadlineMs: number;
  /** What its owner has not answered yet, the oldest first: that one was put. */
  readonly questions: readonly Question[];
  readonly outcome: DelegationOutput['outcome'];
  readonly text: Body;
  /** So often it went on in another conversation. */
  readonly hop: number;
  /** The agent that had it before and did not finish; it is given on once. */
  readonly takenFrom?: string;
  /** How far what its last conversation said is trusted. */
  readonly seen: Taint;
  /** Its call had given the work before: nothing was begun a second time. */
  readonly isRepeat?: true;
}

type DelegationEvent = { readonly at: number; readonly id: string } & (
  | {
      readonly type: 'turn.ended';
      readonly session: string;
      readonly outcome: TurnOutcome;
      readonly text: Body;
      readonly taint: Taint;
      readonly isOpen: boolean;
    }
  | { readonly type: 'owner.asked'; readonly question: Body; readonly options?: readonly string[] }
  | { readonly type: 'owner.answered'; readonly text: Body; readonly taint: Taint }
  | { readonly type: 'delegation.cancelled' }
);

type Ended = Extract<DelegationEvent, { readonly type: 'turn.ended' }>;

/** A conversation ends by its own deadline; this is for one that does not. */
const graceMs = 120_000;

const continuingIn = (event: object) => (event as { readonly output: Continuing }).output;

const enlistingIn = (event: object) => (event as { readonly output: Enlisting }).output;

const base = setup({
  types: {
    input: {} as DelegationInput & { readonly address: string },
    output: {} as DelegationOutput,
    context: {} as Context,
    events: {} as DelegationEvent,
    tags: {} as 'busy' | 'background' | 'resting' | 'ok' | 'error',
  },
  actors: {
    enlisting: needs<Enlisting, EnlistingInput>('enlisting'),
    continuing: needs<Continuing, ContinuingInput>('continuing'),
  },
  actions: {
    giveWork: (_, _params: DelegationWrites['giveWork']) => {},
    beginChild: (_, _params: DelegationWrites['beginChild']) => {},
    continueChild: (_, _params: DelegationWrites['continueChild']) => {},
    reassignChild: (_, _params: DelegationWrites['reassignChild']) => {},
    endChild: (_, _params: DelegationWrites['endChild']) => {},
  },
  guards: {
    isOver: ({ context, event }) => hasEnded(context, event as Ended),
    mayGoOn: ({ context, event }) => hasEnded(context, event as Ended) && mayGoOn(context, event as Ended),
    goesOn: ({ context, event }) => 'why' in continuingIn(event) && context.hop < mostContinuations,
    isTakenOver: ({ context, event }) => 'to' in continuingIn(event) && context.takenFrom === undefined,
    hasQuestion: ({ context }) => context.questions.length > 0,
    isRefused: ({ event }) => 'problem' in enlistingIn(event),
    isGivenBefore: ({ event }) => 'earlier' in enlistingIn(event),
  },
  delays: { overdue: ({ context }) => context.deadlineMs + graceMs },
});

/** What an earlier conversation says late is nothing new. */
function hasEnded({ child }: Context, { session, isOpen }: Ended): boolean {
  return !isOpen && session === child;
}

/** In another conversation of its agent, or with another agent; which of these is looked up. */
function mayGoOn({ hop, takenFrom }: Context, { outcome }: Ended): boolean {
  if (outcome === 'expired') return hop < mostContinuations || takenFrom === undefined;
  if (outcome === 'done') return hop < mostContinuations;
  return takenFrom === undefined && (outcome === 'failed' || outcome === 'paused');
}

/** The conversation begins, with the work as its first message. */
const begin = base.enqueueActions(({ context, event, enqueue }) => {
  const { agent, address, child, session: parent, taint, task, material, priority, only } = context;
  const { output } = event as unknown as { readonly output: Extract<Enlisting, { tools: readonly string[] }> };
  const { deadlineMs, isUnderWay, goesOn, ...rights } = output;
  enqueue.assign({ deadlineMs, ...goesOn });
  // the end of its turn comes here all the same
  if (isUnderWay) return;
  enqueue({ type: 'beginChild', params: { agent, parent, ...rights } });
  enqueue.sendTo(actorAt(child), {
    type: 'message.received',
    messageId: `${address}/task`,
    text: task,
    taint,
    deadlineMs,
    ...defined({ priority, only, answers: material }),
  });
});

const refuse = base.assign(({ event }) => {
  const { output } = event as unknown as { readonly output?: { readonly problem: string } };
  return { outcome: 'refused' as const, text: output?.problem ?? agentTexts.notBegun };
});

const takeEarlier = base.enqueueActions(({ context, event, enqueue }) => {
  const { earlier } = (event as unknown as { readonly output: { readonly earlier: DelegationOutput } }).output;
  enqueue.assign({ ...earlier, taint: mixed(context.taint, earlier.taint), isRepeat: true });
});

/** What the conversation came to, as long as it is to be seen whether the work goes on. */
const keepEnd = base.assign(({ event }) => {
  const { outcome, text, taint } = event as Ended;
  const became = outcome === 'expired' || outcome === 'done' ? outcome : 'failed';
  return { outcome: became, text, seen: taint };
});

const trustEnd = base.assign(({ context: { taint, seen } }) => ({ taint: mixed(taint, seen) }));

/** The same work is given to another conversation of the agent, with what was done by now beside it. */
const goOn = base.enqueueActions(({ context, event, enqueue }) => {
  const { agent, address, session: parent, task, taint, deadlineMs, priority, only } = context;
  const { why, material } = continuingIn(event) as Extract<Continuing, { why: unknown }>;
  const hop = context.hop + 1;
  const child = sessionOfChild(agent, address, hop);
  enqueue.assign({ hop, child, outcome: 'unknown', text: '' });
  enqueue({ type: 'continueChild', params: { agent, parent, session: child, hop, why } });
  enqueue.sendTo(actorAt(child), {
    type: 'message.received',
    messageId: `${address}/task-${hop}`,
    text: task,
    taint,
    deadlineMs,
    answers: material,
    ...defined({ priority, only }),
  });
});

/** The work is given to another agent, with what was done by now beside it. */
const giveOver = base.enqueueActions(({ context, event, enqueue }) => {
  const { agent: from, address, session: parent, call, hop, task, taint, outcome, priority, only } = context;
  const { to, tools, deadlineMs, material } = continuingIn(event) as Extract<Continuing, { to: string }>;
  const child = sessionOfChild(to, address, hop);
  const why = outcome === 'expired' ? 'expired' : 'failed';
  enqueue.assign({ agent: to, takenFrom: from, child, deadlineMs, outcome: 'unknown', text: '' });
  enqueue({ type: 'reassignChild', params: { agent: to, from, parent, call, session: child, tools, why } });
  enqueue.sendTo(actorAt(child), {
    type: 'message.received',
    messageId: `${address}/task-of-${from}`,
    text: task,
    taint,
    deadlineMs,
    answers: material,
    ...defined({ priority, only }),
  });
});

const takeEnd = base.assign(({ context, event }) => {
  const { outcome, text, taint } = event as Ended;
  const became = outcome === 'paused' ? 'failed' : outcome === 'running' ? 'unknown' : outcome;
  return { outcome: became, text, taint: mixed(context.taint, taint), questions: [] };
});

/** Nobody knows what became of it. */
const giveUp = base.enqueueActions(({ context, enqueue }) => {
  enqueue.assign({ outcome: 'unknown', text: agentTexts.lost(context.agent), questions: [] });
  enqueue.sendTo(actorAt(context.child), { type: 'turn.aborted' });
});

/** It is told to stop, and what became of it is waited for. */
const stop = base.enqueueActions(({ context, enqueue }) => {
  enqueue.sendTo(actorAt(context.child), { type: 'turn.aborted' });
});

const keepQuestion = base.assign(({ context, event }) => {
  const { question, options } = event as Extract<DelegationEvent, { type: 'owner.asked' }>;
  return { questions: [...context.questions, { question, ...defined({ options }) }] };
});

const passAnswer = base.enqueueActions(({ context, event, enqueue }) => {
  const { id, text, taint } = event as Extract<DelegationEvent, { type: 'owner.answered' }>;
  enqueue.sendTo(actorAt(context.child), { type: 'message.received', messageId: `${id}/answer`, text, taint });
  enqueue.assign({ questions: context.questions.slice(1) });
});

const ended = (outcome: DelegationOutput['outcome'], tag: 'ok' | 'error') =>
  ({ type: 'final', tags: [tag], meta: { help: `It ended: ${outcome}.` } }) as const;

export const delegationMachine = base.createMachine({
  id: 'delegation',
  version: '3',
  options: { maxIterations: 1000 },
  context: ({ input: { agent, task, session, turn, call, taint, material, priority, only, address } }) => ({
    agent,
    task,
    session,
    turn,
    call,
    taint,
    address,
    ...defined({ material, priority, only }),
    child: sessionOfChild(agent, address),
    deadlineMs: 0,
    questions: [],
    outcome: 'unknown',
    text: '',
    hop: 0,
    seen: taint,
  }),
  output: ({ context: { agent, outcome, text, taint, hop, takenFrom } }) => ({
    outcome,
    text,
    taint,
    ...defined({ hops: hop === 0 ? undefined : hop, by: takenFrom === undefined ? undefined : agent }),
  }),
  initial: 'thinking',
  on: {
    'turn.ended': { guard: 'isOver', target: '.evaluating', actions: takeEnd },
    'delegation.cancelled': { target: '.acting.cancelling', actions: stop },
  },
  states: {
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'It looks whether the work may be given.' },
      entry: {
        type: 'giveWork',
        params: ({ context: { agent, child: session, session: parent, turn, call, taint } }) => ({
          agent,
          session,
          parent,
          turn,
          call,
          taint,
        }),
      },
      invoke: {
        id: 'enlisting',
        src: 'enlisting',
        input: ({ context: { agent, session, call, address } }) => ({ agent, session, call, id: address }),
        onDone: [
          { guard: 'isRefused', target: 'evaluating', actions: refuse },
          { guard: 'isGivenBefore', target: 'evaluating', actions: takeEarlier },
          { target: 'acting', actions: begin },
        ],
        onError: { target: 'evaluating', actions: refuse },
      },
    },
    acting: {
      tags: ['background'],
      meta: { help: 'Its agent works on it.' },
      after: { overdue: { target: 'evaluating', actions: giveUp } },
      initial: 'running',
      states: {
        running: {
          always: { guard: 'hasQuestion', target: '#delegation.waitingForInput' },
          on: {
            'owner.asked': { actions: keepQuestion },
            'turn.ended': { guard: 'mayGoOn', target: 'continuing', actions: keepEnd },
          },
        },
        continuing: {
          meta: { expectMs: 1000, help: 'It looks whether the work goes on, with its agent or another one.' },
          invoke: {
            id: 'continuing',
            src: 'continuing',
            input: ({ context: { agent, session, call, material, address, hop, takenFrom, outcome, text, seen } }) => ({
              id: address,
              agent,
              session,
              call,
              hop,
              outcome,
              text,
              taint: seen,
              ...defined({ material, takenFrom }),
            }),
            onDone: [
              { guard: 'goesOn', target: '#delegation.acting', reenter: true, actions: goOn },
              { guard: 'isTakenOver', target: '#delegation.acting', reenter: true, actions: giveOver },
              { target: '#delegation.evaluating', actions: trustEnd },
            ],
            onError: { target: '#delegation.evaluating', actions: trustEnd },
          },
        },
        cancelling: { meta: { help: 'It was told to stop.' } },
      },
    },
    waitingForInput: {
      tags: ['resting'],
      meta: { help: 'Its agent has asked the owner something.' },
      entry: sendParent(({ context }) => ({ type: 'owner.asked', ...context.questions[0] })),
      on: {
        'owner.asked': { actions: keepQuestion },
        'owner.answered': { target: 'acting', actions: passAnswer },
      },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 1000, help: 'What became of it is written down.' },
      entry: {
        type: 'endChild',
        params: ({ context: { agent, session, outcome, isRepeat } }) => ({
          agent,
          parent: session,
          state: isRepeat ? 'refused' : outcome,
        }),
      },
      always: [
        { guard: ({ context }) => context.outcome === 'done', target: 'done' },
        { guard: ({ context }) => context.outcome === 'cancelled', target: 'cancelled' },
        { guard: ({ context }) => context.outcome === 'expired', target: 'expired' },
        { guard: ({ context }) => context.outcome === 'unknown', target: 'unknown' },
        { guard: ({ context }) => context.outcome === 'refused', target: 'refused' },
        { target: 'failed' },
      ],
    },
    done: ended('done', 'ok'),
    failed: ended('failed', 'error'),
    cancelled: ended('cancelled', 'ok'),
    expired: ended('expired', 'error'),
    unknown: ended('unknown', 'error'),
    refused: ended('refused', 'ok'),
  },
});

/** A delegation as version 1 kept it, which was never continued; one of version 2 has the same state. */
export function migrateDelegation(state: object, version: string): object | undefined {
  if (version === '2') return state;
  if (version !== '1') return undefined;
  const { context, ...rest } = state as { readonly context: Pick<Context, 'taint'> };
  return { ...rest, context: { ...context, hop: 0, seen: context.taint } };
}
