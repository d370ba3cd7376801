/** The states in which a tool runs. */

import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import { mixed } from '../../domain/policy/taint.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { ToolResult } from '../../domain/tools/tool.ts';
import { runInput } from './facts.ts';
import { broken } from './settled.ts';
import { base } from './setup.ts';
import type { Context, Settled } from './types.ts';

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
