/** One message said and its turn followed, until it has ended or only the owner can move it. */

import type { Agent } from '../../api/client/agent.ts';
import type { Saying } from '../../domain/conversation/turn-terms.ts';
import { type Failure, fault, isRetryable, toFailure } from '../../domain/supervision/failure.ts';
import type { ApprovalRow, Frame, TurnReport } from '../../domain/supervision/view.ts';

export interface TurnOptions {
  readonly agent: Agent;
  /** The session's address. */
  readonly session: string;
  readonly text: string;
  /** Makes a repeat of the same message a no-op. */
  readonly clientId: string;
  /** On what terms it is said. */
  readonly terms?: Pick<Saying, 'priority' | 'deadlineMs' | 'key' | 'ownTurn'>;
  /** Everything that happens meanwhile, as it happens. */
  readonly onFrame?: (frame: Frame) => void;
  /** What was done to the message before it was kept, and what the wait for its answer meets. */
  readonly onNote?: (note: string) => void;
  /** Ends the turn, as a stop button does. */
  readonly signal: AbortSignal;
  /** How often Straylight is asked as well, should the stream of frames be cut; the default is 2 000. */
  readonly askEveryMs?: number;
  /** So long an agent that went away may take to come back; the default is 30 000. */
  readonly awayMs?: number;
  /** So long a turn that was asked to end may take to do so; the default is 10 000. */
  readonly endingMs?: number;
}

export type TurnEnd =
  | { readonly kind: 'ended'; readonly report: TurnReport }
  /** The turn goes on once the owner has answered. */
  | {
      readonly kind: 'waiting';
      readonly turn: string;
      readonly report: TurnReport | undefined;
      readonly approvals: readonly ApprovalRow[];
      /** Absent: it waits for the approvals alone. */
      readonly question?: string;
    };

/**
 * Says `text` and answers how its turn ended. Rejects with a `Fault` where Straylight refuses or is lost, and where the
 * turn does not end soon after the signal: a wish to stop is never kept waiting.
 */
export async function takeTurn(options: TurnOptions): Promise<TurnEnd> {
  const { agent, session, signal } = options;
  if (signal.aborted) throw fault('cancelled', 'stopped before the message was sent');
  const watching = new AbortController();
  const frames = mailbox<Frame>();
  const stopping = whenStopped(options);
  try {
    return await Promise.race([stopping.given, said()]);
  } finally {
    watching.abort();
    stopping.end();
  }

  /** A turn may be told before its name is known; of rows only those of the session say how it gets on. */
  function see(frame: Frame): void {
    options.onFrame?.(frame);
    if (frame.type === 'turn' || (frame.type === 'row' && frame.row.id === session)) frames.put(frame);
  }

  async function said(): Promise<TurnEnd> {
    await agent.watch(see, watching.signal, options.onFrame ? {} : { turnsOf: session });
    const { turn, note, duplicate } = await agent.sessions.say({
      id: session,
      clientId: options.clientId,
      text: options.text,
      ...options.terms,
    });
    if (note !== undefined) options.onNote?.(note);
    if (turn === '') throw await whyNoTurn(agent, session);
    stopping.spoken(turn);
    const patient = patience(options);
    // said before: its turn may have ended, and nothing will tell so again
    const earlier = duplicate ? await over(agent, turn) : undefined;
    if (earlier) return earlier;
    let waitsFor: string | undefined;
    for (;;) {
      const frame = await frames.take(options.askEveryMs ?? 2_000);
      if (watching.signal.aborted) throw fault('cancelled', 'nobody waits any more');
      if (frame?.type === 'turn' && frame.report.turn === turn) return { kind: 'ended', report: frame.report };
      if (frame !== undefined && frame.type !== 'row') continue;
      if (frame?.row.waitsFor !== undefined && waitsFor === undefined) {
        waitsFor = frame.row.waitsFor;
        options.onNote?.(`${waitsFor}. The reply will follow; Ctrl-C ends the turn.`);
      }
      // a session that works has nothing to ask; when the stream is cut, it is asked all the same
      if (frame?.row.status === 'active' && !frame.row.leaf.startsWith('waitingForInput')) continue;
      const end = await patient(
        async () => (frame ? undefined : await over(agent, turn)) ?? whatWaits(agent, session, turn),
      );
      if (end) return end;
    }
  }
}

/** The end of the turn, where it has ended. */
async function over(agent: Agent, turn: string): Promise<TurnEnd | undefined> {
  const report = await agent.sessions.turn({ id: turn });
  return report && report.outcome !== 'running' ? { kind: 'ended', report } : undefined;
}

/** Is the session at rest in the middle of a turn? Asked of Straylight, since a frame may tell of a state long left. */
async function whatWaits(agent: Agent, session: string, turn: string): Promise<TurnEnd | undefined> {
  const state = await agent.state.show();
  const row = state.actors.find(actor => actor.id === session);
  if (row && row.status !== 'active') {
    const ended = await over(agent, turn);
    if (ended) return ended;
    throw atRest(row.status);
  }
  if (!row?.leaf.startsWith('waitingForInput') || row.queued > 0) return undefined;
  const [report, pending] = await Promise.all([
    agent.sessions.turn({ id: turn }),
    agent.approvals.list({ state: 'pending' }),
  ]);
  if (report && report.outcome !== 'running') return { kind: 'ended', report };
  const approvals = pending.approvals.filter(({ card }) => card.session === session);
  const need = state.needs.find(need => need.id === session && need.kind !== 'approval')?.text;
  const question = need ?? (row.leaf === 'waitingForInput.answer' ? 'The agent has a question for you.' : undefined);
  return { kind: 'waiting', turn, report, approvals, question };
}

/** Why a message began no turn: it waits for a conversation that is set aside, or for one that is over. */
async function whyNoTurn(agent: Agent, session: string): Promise<Error> {
  const row = (await agent.state.show()).actors.find(actor => actor.id === session);
  if (row && row.status !== 'active') return atRest(row.status);
  return fault('unavailable', 'the message started no turn, so there will be no reply; see "straylight status"');
}

function atRest(status: string): Error {
  const isOver = status === 'stopped' || status === 'done';
  return fault(
    'unavailable',
    isOver
      ? 'this conversation was stopped; start another with /new in "straylight chat", or choose one with --session'
      : `the conversation is ${status}, so there will be no reply; see "straylight status"`,
  );
}

/**
 * Asks Straylight, and once more later where it does not answer: it may be starting again, and then goes on with the
 * turn. Rejects where it stays away for too long; what was sent was taken all the same, and that is said.
 */
export function patience(
  { agent, onNote, awayMs = 30_000 }: Pick<TurnOptions, 'agent' | 'onNote' | 'awayMs'>,
  say: AwayTexts = ofMessage,
) {
  let away: AbortSignal | undefined;
  return async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      const answer = await ask();
      away = undefined;
      return answer;
    } catch (thrown) {
      const failure = toFailure(thrown);
      // a conversation that is set aside is told by an agent that is there
      if (agent.where === 'here' || !isAway(failure)) throw thrown;
      if (away === undefined) {
        away = AbortSignal.timeout(awayMs);
        onNote?.(say.silent(seconds(awayMs)));
      }
      if (!away.aborted) return undefined;
      throw fault(
        'unavailable',
        say.lost(seconds(awayMs)),
        failure.cause === undefined ? {} : { cause: failure.cause },
      );
    }
  };
}

/** How it is said that Straylight is away, and that it stayed away. */
interface AwayTexts {
  readonly silent: (wait: string) => string;
  readonly lost: (wait: string) => string;
}

const ofMessage: AwayTexts = {
  silent: wait => `Straylight does not respond. Your message was accepted; waiting up to ${wait} …`,
  lost: wait =>
    `Straylight stopped responding and did not come back within ${wait}. Your message was accepted: after "straylight start", the reply appears in the conversation ("straylight chat", "straylight ui")`,
};

/** Did nobody answer? What an agent says itself has a status as its cause, or none. */
function isAway(failure: Failure): boolean {
  return isRetryable(failure) && (failure.kind === 'timeout' || /^(?!HTTP )/.test(failure.cause ?? 'HTTP '));
}

/** Passes the signal on to the turn; `given` rejects where that leads to nothing, or takes too long. */
function whenStopped({ agent, session, terms, signal, endingMs = 10_000 }: TurnOptions) {
  const given = Promise.withResolvers<never>();
  given.promise.catch(() => undefined);
  let turn: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const giveUp = (message: string) => given.reject(fault('cancelled', message));
  const abort = async () => {
    if (turn === undefined) return;
    // a turn that waits for another ends alone
    const one = terms?.ownTurn ? { turn } : {};
    const isEnding = (await agent.sessions.abort({ id: session, ...one })).aborted;
    if (isEnding) return;
    const report = await agent.sessions.turn({ id: turn });
    // an end that was told already is on its way through the frames
    if (!report || report.outcome === 'running') giveUp('stopped waiting; there was no running turn to end');
  };
  const stop = () => {
    const late = `the turn did not end within ${seconds(endingMs)}; its result will appear in the conversation`;
    const unsaid = 'stopped before Straylight confirmed the message';
    timer = setTimeout(() => giveUp(turn === undefined ? unsaid : late), endingMs);
    abort().catch(thrown =>
      giveUp(
        `stopped waiting. Your message was accepted, and its turn could not be ended: ${toFailure(thrown).message}`,
      ),
    );
  };
  signal.addEventListener('abort', stop, { once: true });
  return {
    given: given.promise,
    /** From now on there is a turn that can be ended. */
    spoken(begun: string) {
      turn = begun;
      if (signal.aborted) abort().catch(thrown => giveUp(`stopped waiting: ${toFailure(thrown).message}`));
    },
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;

/** What arrives is kept until it is taken; taking waits, at most so long. */
export function mailbox<Item>(): { put(item: Item): void; take(waitMs: number): Promise<Item | undefined> } {
  const items: Item[] = [];
  let wake: (() => void) | undefined;
  return {
    put(item) {
      items.push(item);
      wake?.();
    },
    async take(waitMs) {
      if (items.length === 0)
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, waitMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      wake = undefined;
      return items.shift();
    },
  };
}

/** What the model said, and what stands beneath it. `isShown`: its own words are on the screen already. */
export function wholeReply({ reply, notes }: Pick<TurnReport, 'reply' | 'notes'>, isShown = false): string {
  return [isShown ? '' : reply.trim(), ...notes].filter(text => text !== '').join('\n\n');
}

/** What was asked for was refused, and nothing else was done in its place. */
export function isRefused({ toolCalls }: Pick<TurnReport, 'toolCalls'>): boolean {
  const last = toolCalls.at(-1)?.outcome;
  return last === 'denied' || last === 'expired';
}
