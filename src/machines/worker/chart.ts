/**
 * A piece of work that an installed coding program does on a copy of a folder, until its owner has taken or left it.
 *
 * The copy is made first; then what the program calls their conversation is committed, and only then is it told its
 * task. So whatever dies, the same thread is taken up again; where that cannot be, its owner is asked, and nothing is
 * done a second time without a word. What the program asks permission for is judged by the policy, and asked of the
 * owner where that says so; meanwhile nothing runs here that could be lost, so an answer may come days later. An answer
 * that its program did not hear is kept for the same request, once. The result is a diff, and nothing of it reaches the
 * folder before its owner has said yes to exactly that.
 */
import type { WorkEnd } from '../../domain/workers/worker.ts';
import type { ApprovalOutput } from '../approval/types.ts';
import { stampOf } from '../needs.ts';
import type { Redemption } from '../tool-call/types.ts';
import { base } from './setup.ts';
import {
  answering,
  approvalInput,
  askAgain,
  askPermission,
  askResult,
  beginAgain,
  beginRun,
  breakOff,
  carry,
  countFailure,
  ending,
  endRun,
  failedBy,
  nameOf,
  noteBroken,
  noteLost,
  noteTime,
  outputOf,
  problemOf,
  take,
  takeCopy,
  takeEnd,
  takeRequest,
  tell,
  turnInput,
} from './steps.ts';
import type { Came, Collected, Context, Merged, Opened, Prepared } from './types.ts';

/** What it remembers from now on. */
const put = <Params extends (args: never) => Partial<Context>>(params: Params) => ({ type: 'put', params }) as const;

const moves = (state: 'preparing' | 'working' | 'asking' | 'lost' | 'review' | 'merging') =>
  ({ type: 'moveWork', params: { state } }) as const;

const is =
  <Output>(test: (output: Output) => boolean) =>
  ({ event }: { readonly event: object }) =>
    test(outputOf<Output>(event));

const resultOf = (event: object) => outputOf<{ readonly result: NonNullable<Context['result']> }>(event).result;

const keepResult = [
  put(({ event }: { readonly event: object }) => ({ result: resultOf(event) })),
  { type: 'diffWork', params: ({ event }: { readonly event: object }) => ({ stat: resultOf(event).stat }) },
] as const;

const ended = (outcome: WorkEnd, tag: 'ok' | 'error') =>
  ({ type: 'final', tags: [tag], meta: { help: `It ended: ${outcome}.` } }) as const;

/** Its program is ended at once, and its copy goes with it. */
const stopped = { target: '#worker.evaluating.clearing', actions: put(ending('stopped')) } as const;

export const workerMachine = base.createMachine({
  id: 'worker',
  version: '1',
  options: { maxIterations: 1000 },
  context: ({ input: { address, given } }): Context => ({
    address,
    worker: '',
    folder: '',
    task: '',
    checks: [],
    session: '',
    taint: 'external',
    executor: 'bubblewrap',
    runMs: 0,
    language: 'en',
    undoMs: 0,
    expiresAfterMs: null,
    goalChecks: [],
    uncommitted: 0,
    thread: null,
    isPut: false,
    failures: 0,
    ranMs: 0,
    since: null,
    request: null,
    verdict: null,
    question: null,
    approval: null,
    answer: null,
    carried: null,
    denied: [],
    isStopping: false,
    said: '',
    note: null,
    result: null,
    outcome: 'failed',
    why: '',
    ...given,
  }),
  output: ({ context: { outcome } }) => ({ outcome }),
  initial: 'idle',
  states: {
    idle: {
      tags: ['resting'],
      meta: { help: 'No work was given to it yet.' },
      // begun again by its owner: what it was given is the same, and its copy is made again
      always: { guard: 'isGiven', target: 'thinking' },
      on: {
        'worker.given': {
          target: 'thinking',
          actions: [
            put(take),
            {
              type: 'openWork',
              params: ({ event: { worker, folder, session, task } }) => ({ worker, folder, session, task }),
            },
          ],
        },
      },
    },
    thinking: {
      tags: ['busy'],
      meta: { expectMs: 300_000, help: 'It is made ready, or what its program asks is judged.' },
      initial: 'preparing',
      on: { 'worker.stopped': stopped },
      states: {
        preparing: {
          meta: { help: 'A copy of the folder is made, and the checks are run on it.' },
          entry: moves('preparing'),
          invoke: {
            id: 'copying',
            src: 'copying',
            input: ({ context }) => ({ ...nameOf({ context }), checks: context.checks }),
            onDone: [
              {
                guard: is<Prepared>(output => 'problem' in output),
                target: '#worker.evaluating.clearing',
                actions: put(ending('failed', problemOf)),
              },
              {
                target: 'opening',
                actions: put(takeCopy),
              },
            ],
            onError: { target: '#worker.evaluating.clearing', actions: put(ending('failed', failedBy)) },
          },
        },
        opening: {
          meta: { help: 'Its program is started, and begins a thread or takes its own up again.' },
          invoke: {
            id: 'opening',
            src: 'opening',
            input: ({ context }) => ({ ...nameOf({ context }), thread: context.thread }),
            onDone: [
              {
                guard: is<Opened>(output => 'problem' in output),
                target: '#worker.evaluating.clearing',
                actions: put(ending('failed', problemOf)),
              },
              {
                guard: is<Opened>(output => 'lost' in output),
                target: '#worker.waitingForInput',
                actions: [put(noteLost), put(askAgain)],
              },
              {
                target: '#worker.acting',
                actions: [
                  put(({ event }: { readonly event: object }) => ({
                    thread: outputOf<{ readonly thread: string }>(event).thread,
                  })),
                  { type: 'threadWork', params: ({ event }) => outputOf<{ readonly thread: string }>(event) },
                ],
              },
            ],
            onError: [
              { guard: 'isSpent', target: '#worker.evaluating.clearing', actions: put(ending('failed', failedBy)) },
              { target: 'opening', reenter: true, actions: put(countFailure) },
            ],
          },
        },
        judging: {
          meta: { help: 'What its program asks permission for is judged.' },
          always: [
            // a yes or a no that it did not hear is for exactly this
            {
              guard: ({ context: { carried, request } }) =>
                carried !== null && carried.digest === request?.digest && carried.isAllowed,
              target: '#worker.acting',
              actions: put(answering(true)),
            },
            {
              guard: ({ context: { denied, request } }) => denied.includes(request?.digest ?? ''),
              target: '#worker.acting',
              actions: put(answering(false)),
            },
            {
              guard: ({ context }) => context.verdict?.verdict === 'allow',
              target: '#worker.acting',
              actions: put(answering(true)),
            },
            {
              guard: ({ context }) => context.verdict?.verdict === 'deny',
              target: '#worker.acting',
              actions: put(answering(false)),
            },
            { target: '#worker.waitingForInput', actions: put(askPermission) },
          ],
        },
        redeeming: {
          meta: { expectMs: 1000, help: 'The yes is being checked once more before it is used up.' },
          invoke: {
            id: 'redemption',
            src: 'redemption',
            input: ({ context, event }) => ({
              approval: context.approval ?? '',
              digest: context.question?.card.digest ?? '',
              at: stampOf(event).at,
            }),
            onDone: [
              {
                guard: is<Redemption>(({ problem }) => problem === undefined),
                target: 'redeemed',
                actions: { type: 'consumeGrant', params: ({ context }) => ({ approval: context.approval ?? '' }) },
              },
              // without a yes that counts it is asked once more
              { target: '#worker.waitingForInput' },
            ],
            onError: '#worker.waitingForInput',
          },
        },
        redeemed: {
          always: [
            {
              guard: { type: 'isAbout', params: { about: 'permission' } },
              target: '#worker.acting',
              actions: put(answering(true)),
            },
            {
              guard: { type: 'isAbout', params: { about: 'again' } },
              target: 'preparing',
              actions: put(beginAgain),
            },
            { target: '#worker.evaluating.merging' },
          ],
        },
      },
    },
    acting: {
      tags: ['background'],
      meta: { help: 'Its program works.' },
      entry: [put(beginRun), moves('working')],
      exit: put(endRun),
      on: { 'worker.stopped': stopped },
      invoke: {
        id: 'programming',
        src: 'programming',
        input: turnInput,
        onDone: [
          { guard: is<Came>(({ kind }) => kind === 'gone'), target: 'thinking.opening', actions: put(carry) },
          { guard: is<Came>(({ kind }) => kind === 'asked'), target: 'thinking.judging', actions: put(takeRequest) },
          {
            target: 'evaluating',
            actions: put(takeEnd),
          },
        ],
        onError: [
          { guard: 'isTimeout', target: 'evaluating', actions: put(noteTime) },
          { guard: 'isSpent', target: 'waitingForInput', actions: [put(noteBroken), put(askAgain)] },
          { target: 'thinking.opening', actions: put(breakOff) },
        ],
      },
    },
    waitingForInput: {
      tags: ['attention'],
      meta: { help: 'The owner is asked.' },
      entry: {
        type: 'moveWork',
        params: ({ context: { question } }) => ({
          state: ({ permission: 'asking', again: 'lost', result: 'review' } as const)[question?.about ?? 'result'],
        }),
      },
      initial: 'approval',
      states: {
        approval: {
          // the approval closes its card first, then its end comes back here
          on: {
            'worker.stopped': {
              actions: [put(() => ({ isStopping: true })), base.sendTo('approval', { type: 'approval.cancelled' })],
            },
          },
          invoke: {
            id: 'approval',
            src: 'approval',
            input: approvalInput,
            onDone: [
              { guard: 'isStopping', ...stopped },
              {
                guard: is<ApprovalOutput>(({ outcome }) => outcome === 'granted'),
                target: '#worker.thinking.redeeming',
                actions: put(({ event }: { readonly event: object }) => ({ approval: stampOf(event).from ?? null })),
              },
              {
                guard: { type: 'isAbout', params: { about: 'permission' } },
                target: '#worker.acting',
                actions: put(answering(false)),
              },
              {
                guard: is<ApprovalOutput>(({ outcome }) => outcome === 'denied'),
                target: '#worker.evaluating.clearing',
                actions: put(ending('rejected')),
              },
              // nobody has seen it
              { target: 'unseen' },
            ],
            onError: 'unseen',
          },
        },
        unseen: {
          tags: ['resting'],
          meta: { help: 'Its card reached nobody; it can be shown again.' },
          on: { 'worker.shown': 'approval', 'worker.stopped': stopped },
        },
      },
    },
    evaluating: {
      tags: ['busy'],
      meta: { expectMs: 600_000, help: 'What it has done is looked at, or taken.' },
      initial: 'collecting',
      states: {
        collecting: {
          meta: { help: 'The diff of its copy is made.' },
          on: { 'worker.stopped': stopped },
          invoke: {
            id: 'collecting',
            src: 'collecting',
            input: nameOf,
            onDone: [
              {
                guard: is<Collected>(output => 'problem' in output),
                target: 'clearing',
                actions: put(ending('failed', problemOf)),
              },
              {
                guard: is<Collected>(output => 'result' in output && output.result.stat.files === 0),
                target: 'clearing',
                actions: put(ending('unchanged')),
              },
              { guard: 'hasChecks', target: 'checking', actions: keepResult },
              { target: '#worker.waitingForInput', actions: [...keepResult, put(askResult)] },
            ],
            onError: { target: 'clearing', actions: put(ending('failed', failedBy)) },
          },
        },
        checking: {
          meta: { help: 'Its checks are run on what it has done.' },
          on: { 'worker.stopped': stopped },
          invoke: {
            id: 'assessing',
            src: 'assessing',
            input: ({ context }) => ({ ...nameOf({ context }), checks: context.goalChecks }),
            onDone: {
              target: '#worker.waitingForInput',
              actions: [
                put(({ event }: { readonly event: object }) => ({
                  goalChecks: outputOf<{ readonly checks: Context['goalChecks'] }>(event).checks,
                })),
                put(askResult),
              ],
            },
            // its card says which were not run
            onError: { target: '#worker.waitingForInput', actions: put(askResult) },
          },
        },
        merging: {
          meta: { help: 'The diff is put into the folder; undo has what was there before.' },
          entry: moves('merging'),
          invoke: {
            id: 'merging',
            src: 'merging',
            input: ({ context }) => ({
              ...nameOf({ context }),
              digest: context.result?.digest ?? '',
              session: context.session,
              what: context.question?.card.intent ?? '',
            }),
            onDone: [
              {
                guard: is<Merged>(({ conflicts }) => conflicts.length === 0),
                target: 'clearing',
                actions: put(ending('accepted')),
              },
              // the folder has changed since: the owner sees what is in the way
              { target: 'collecting' },
            ],
            onError: [
              {
                guard: ({ event }) =>
                  (event as { readonly error?: { readonly kind?: string } }).error?.kind === 'unknown',
                target: 'clearing',
                actions: put(ending('unknown')),
              },
              { target: 'clearing', actions: put(ending('failed', failedBy)) },
            ],
          },
        },
        clearing: {
          meta: { help: 'Its program is ended, and its copy is removed.' },
          entry: tell,
          invoke: {
            id: 'clearing',
            src: 'clearing',
            input: nameOf,
            onDone: 'cleared',
            onError: 'cleared',
          },
        },
        cleared: {
          always: [
            { guard: ({ context }) => context.outcome === 'accepted', target: '#worker.accepted' },
            { guard: ({ context }) => context.outcome === 'rejected', target: '#worker.rejected' },
            { guard: ({ context }) => context.outcome === 'unchanged', target: '#worker.unchanged' },
            { guard: ({ context }) => context.outcome === 'stopped', target: '#worker.stopped' },
            { guard: ({ context }) => context.outcome === 'unknown', target: '#worker.unknown' },
            { target: '#worker.failed' },
          ],
        },
      },
    },
    accepted: ended('accepted', 'ok'),
    rejected: ended('rejected', 'ok'),
    unchanged: ended('unchanged', 'ok'),
    stopped: ended('stopped', 'ok'),
    failed: ended('failed', 'error'),
    unknown: ended('unknown', 'error'),
  },
});
