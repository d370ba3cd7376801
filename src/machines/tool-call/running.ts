/** The states in which a tool runs. */

import { type DoneActorEvent, type ErrorActorEvent, sendParent } from 'xstate';
import { agentTexts } from '../../domain/agents/texts.ts';
import { planModelTexts } from '../../domain/plans/texts.ts';
import { mixed } from '../../domain/policy/taint.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { ToolResult } from '../../domain/tools/tool.ts';
import type { DelegationInput, DelegationOutput } from '../delegation.ts';
import type { PlanInput, PlanOutput } from '../plan.ts';
import { frozen, runInput } from './facts.ts';
import { broken } from './settled.ts';
import { base } from './setup.ts';
import type { Context, Settled, ToolCallEvent } from './types.ts';

/** The two ways to run differ in what a crash makes of them: `reading` runs again, `execution` never does. */
export const runs = (src: 'reading' | 'execution') =>
  base.createStateConfig({
    // what runs is aborted, not left: what it became must be known
    on: { 'tool.cancelled': { actions: ['stop', base.sendTo(src, { type: 'effect.aborted' })] } },
    invoke: {
      id: src,
      src: src as 'reading',
      input: runInput,
      onDone: {
        target: '#tool-call.evaluating',
        actions: {
          type: 'settle',
          params: ({
            context,
            event: { output },
          }: {
            context: Context;
            event: DoneActorEvent<ToolResult>;
          }): Settled => ({
            outcome: context.isStopping ? 'cancelled' : 'done',
            text: output.text,
            ...defined({ said: output.said }),
            failed: context.isStopping || (output.failed ?? false),
            taint: mixed(context.taint, output.taint ?? 'external'),
          }),
        },
      },
      onError: {
        target: '#tool-call.evaluating',
        actions: { type: 'settle', params: ({ event }: { event: ErrorActorEvent }) => broken(event.error as Failure) },
      },
    },
  });

/** Agents work on it. They are told to stop, not left; what they ask goes to the owner of this conversation. */
const byAgents = <Output extends DelegationOutput | PlanOutput>(
  src: 'delegation' | 'plan',
  {
    help,
    input,
    result,
  }: {
    readonly help: string;
    readonly input: (of: { readonly context: Context }) => DelegationInput | PlanInput;
    readonly result: (context: Context, output: Output) => Settled;
  },
) =>
  base.createStateConfig({
    meta: { expectMs: 86_400_000, help },
    on: {
      'tool.cancelled': { actions: ['stop', base.sendTo(src, { type: `${src}.cancelled` })] },
      'owner.asked': {
        actions: sendParent(({ context, event: { question, options } }) => ({
          type: 'owner.asked',
          childId: context.childId,
          question,
          ...defined({ options }),
        })),
      },
      'owner.answered': {
        actions: base.sendTo(src, ({ event }) => {
          const { text, taint } = event as Extract<ToolCallEvent, { readonly type: 'owner.answered' }>;
          return { type: 'owner.answered', text, taint };
        }),
      },
    },
    invoke: {
      id: src,
      src: src as 'delegation',
      input: input as (of: { readonly context: Context }) => DelegationInput,
      onDone: {
        target: '#tool-call.evaluating',
        actions: {
          type: 'settle',
          params: ({ context, event }: { context: Context; event: DoneActorEvent<unknown> }) =>
            result(context, event.output as Output),
        },
      },
      onError: {
        target: '#tool-call.evaluating',
        actions: { type: 'settle', params: ({ event }) => broken(event.error as Failure) },
      },
    },
  });

export const delegating = byAgents<DelegationOutput>('delegation', {
  help: 'An agent works on it.',
  input: workOf,
  result: joined,
});

export const planning = byAgents<PlanOutput>('plan', {
  help: 'Agents carry out its plan.',
  input: planOf,
  result: carriedOut,
});

function planOf({ context }: { readonly context: Context }): PlanInput {
  const { arguments: text, digest, receipt: rights = '' } = frozen(context);
  const { session, turn, address: call, taint, priority, only } = context;
  return {
    plan: { arguments: text, digest, rights },
    session,
    turn,
    call,
    taint,
    ...defined({ priority, only }),
  };
}

/** What the plan came to is trusted as far as what its agents read. */
function carriedOut(context: Context, output: Partial<PlanOutput>): Settled {
  const { outcome = 'unknown' } = output;
  // one that was stopped from outside its chart says no more than that
  const { text = outcome === 'cancelled' ? planModelTexts.stopped : planModelTexts.lost } = output;
  const taint = mixed(context.taint, output.taint ?? 'external');
  if (outcome === 'refused') return { outcome: 'denied', text, failed: true, taint: 'owner' };
  return { outcome, text, failed: outcome !== 'done', taint };
}

function workOf({ context }: { readonly context: Context }): DelegationInput {
  const { facts, receipt = '' } = frozen(context);
  const { session, turn, address: call, taint, priority, only } = context;
  return { agent: facts.delegates ?? '', task: receipt, session, turn, call, taint, ...defined({ priority, only }) };
}

/** What the agent answered is trusted as far as what it read. */
function joined(context: Context, output: Partial<DelegationOutput>): Settled {
  const agent = frozen(context).facts.delegates ?? '';
  const { outcome = 'unknown' } = output;
  const { text = outcome === 'cancelled' ? agentTexts.stopped : agentTexts.lost(agent) } = output;
  const taint = mixed(context.taint, output.taint ?? context.taint);
  const { by } = output;
  if (outcome === 'done') {
    // a text that is stored apart stays as it is
    const answer = by !== undefined && typeof text === 'string' ? `${agentTexts.doneBy(agent, by)}\n\n${text}` : text;
    return { outcome: 'done', text: answer, failed: false, taint };
  }
  if (outcome === 'unknown') return { outcome: 'unknown', text, failed: true, taint };
  if (outcome === 'refused') return { outcome: 'denied', text, failed: true, taint: 'owner' };
  const first = by === undefined ? '' : `${agentTexts.neitherDone(agent, by)} `;
  const ended = agentTexts.ended[outcome](by ?? agent, output.hops);
  const said = `${first}${ended}${typeof text === 'string' ? ` ${text}` : ''}`;
  if (outcome === 'cancelled') return { outcome, text: said, failed: true, taint };
  return { outcome: 'failed', text: said, failed: true, taint };
}
