/** What `reading` and `execution` share: one frozen call is opened, checked against its digest once more, and run. */

import type { Redactor } from '../../domain/secrets/redaction.ts';
import { Fault, fault, toFailure } from '../../domain/supervision/failure.ts';
import { altered } from '../../domain/supervision/failure-count.ts';
import { defined } from '../../domain/text/json.ts';
import { modelTexts } from '../../domain/text/texts.ts';
import { behindLines } from '../../domain/tools/said/said.ts';
import type { FrozenCall, ToolResult } from '../../domain/tools/tool.ts';
import { mayChangeWorkspace } from '../../domain/undo/scope.ts';
import type { RunInput } from '../../machines/tool-call/types.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { Acts } from '../../ports/files/acts.ts';
import type { KeptCall, WorkspaceKeeper } from '../../ports/files/workspace-keeper.ts';
import type { RunningTool, ToolOutput } from '../../ports/tool.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import { work } from '../work.ts';

export type ToolProgress = {
  readonly type: 'tool.progress';
  readonly session: string;
  readonly call: string;
  readonly text: string;
};

export interface ToolRunOptions {
  readonly toolbox: Toolbox;
  readonly conversation: MessageStore;
  readonly maxOutputBytes: number;
  /** Keeps the workspace before a call that may change it. */
  readonly keeper?: Pick<WorkspaceKeeper, 'begin' | 'end'>;
  /** Told when an act is under way. */
  readonly acts?: Pick<Acts, 'begin'>;
  /** Takes secrets out of what a tool writes while it runs; without it nothing of that is shown. */
  readonly redactor?: Pick<Redactor, 'stream'>;
  readonly clock?: Pick<Clock, 'elapsed' | 'after'>;
}

/** What a running tool writes is shown so often at most; in between it counts as a sign of life. */
const progressEveryMs = 200;

/** `effect`: what the tool must have declared to be run here. */
export function toolRun(effect: 'read' | 'act', options: ToolRunOptions) {
  const { toolbox, conversation, maxOutputBytes, keeper } = options;

  /** What fails here has not run. */
  function openedFor(call: FrozenCall) {
    try {
      const opened = toolbox.open(call, conversation.read(call.arguments));
      if (opened.tool.effect === effect) return opened;
      const changed = `was judged as ${call.effect} and now declares ${opened.tool.effect}`;
      throw fault('defect', `${call.tool} ${changed}; nothing was run`);
    } catch (error) {
      const failure = toFailure(error);
      throw new Fault({ ...failure, cause: failure.cause === altered ? altered : 'unrun' });
    }
  }

  return work<ToolResult, RunInput, ToolProgress>(
    async ({ session, turn, call, act, taint = 'external', isRevised, signal }, emit, alive) => {
      const { tool, args } = openedFor(call);
      const written = inPieces(options, text => emit({ type: 'tool.progress', session, call: act, text }), alive);
      const run = () =>
        (tool as RunningTool).run(args, {
          session,
          turn,
          call: act,
          taint,
          facts: call.facts,
          signal,
          progress: written.take,
          alive,
        });
      const kept = { call: act, turn, session, what: call.intent };
      const keeps = keeper && mayChangeWorkspace(call, tool, taint);
      const ended = options.acts?.begin();
      const output = await said(keeps ? keeping(keeper, kept, alive, run) : run()).finally(() => {
        ended?.();
        written.end();
      });
      const text = bounded(output.text, maxOutputBytes);
      if (!isRevised) return { ...output, text };
      const revised = modelTexts.revised(conversation.read(call.arguments));
      const moved = output.said && behindLines(output.said, revised.split('\n').length + 1);
      return { ...output, text: `${revised}\n\n${text}`, ...defined({ said: moved }) };
    },
  );
}

/**
 * What a tool writes, without secrets, in pieces a few times a second: to be looked at while it runs. Of much at once
 * the end is shown.
 */
function inPieces(
  { redactor, clock }: Pick<ToolRunOptions, 'redactor' | 'clock'>,
  show: (text: string) => void,
  alive: () => void,
): { readonly take: (text: string) => void; readonly end: () => void } {
  if (!redactor || !clock) return { take: alive, end: () => undefined };
  const safe = redactor.stream();
  let shownAt = Number.NEGATIVE_INFINITY;
  let piece = '';
  let cancel: (() => void) | undefined;
  const showPiece = () => {
    cancel?.();
    cancel = undefined;
    shownAt = clock.elapsed();
    show(piece);
    piece = '';
  };
  return {
    take(text) {
      piece = (piece + safe.push(text)).slice(-longestPiece);
      if (piece === '') return alive();
      const waitMs = shownAt + progressEveryMs - clock.elapsed();
      if (waitMs <= 0) return showPiece();
      alive();
      cancel ??= clock.after(waitMs, showPiece);
    },
    end: () => cancel?.(),
  };
}

/** In UTF-16 units. */
const longestPiece = 4_000;

/**
 * What a tool says of its failure is trusted as its answer would be: not, unless it says so. It may quote a server or
 * the disk.
 */
async function said(running: Promise<ToolOutput>): Promise<ToolOutput> {
  try {
    return await running;
  } catch (thrown) {
    const failure = toFailure(thrown);
    if (failure.kind === 'cancelled') throw thrown;
    throw new Fault({ taint: 'external', ...failure });
  }
}

/** However the call ends, what it has changed is noted. */
async function keeping<Output>(
  keeper: NonNullable<ToolRunOptions['keeper']>,
  call: KeptCall,
  alive: () => void,
  run: () => Promise<Output>,
): Promise<Output> {
  await keeper.begin(call, alive);
  try {
    return await run();
  } finally {
    keeper.end(call);
  }
}

/** Head and tail stay, the cut is said. */
function bounded(text: string, mostBytes: number): string {
  const bytes = Buffer.byteLength(text);
  if (bytes <= mostBytes) return text;
  const half = Math.floor(mostBytes / 2);
  const buffer = Buffer.from(text);
  const head = new TextDecoder().decode(buffer.subarray(0, half)).replace(/\uFFFD$/, '');
  const tail = new TextDecoder().decode(buffer.subarray(bytes - half)).replace(/^\uFFFD+/, '');
  return `${head}\n[… ${bytes - 2 * half} of ${bytes} bytes left out …]\n${tail}`;
}
