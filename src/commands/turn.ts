/** One message said and its turn followed, until it has ended or only the owner can move it. */
import { fault } from '../machines/domain/failure.ts';
import type { Saying } from '../machines/domain/turn-terms.ts';
import type { ApprovalRow, Frame, TurnReport } from '../machines/domain/view.ts';
import type { House } from './house.ts';

export interface TurnOptions {
  readonly house: House;
  /** The session's address. */
  readonly session: string;
  readonly text: string;
  /** Makes a repeat of the same message a no-op. */
  readonly clientId: string;
  /** On what terms it is said. */
  readonly terms?: Pick<Saying, 'priority' | 'deadlineMs' | 'key'>;
  /** What was done to the message before it was kept. */
  readonly onNote?: (note: string) => void;
  /** Ends the turn, as a stop button does. */
  readonly signal: AbortSignal;
  /** How often the house is asked as well, should the stream of frames be cut; the default is 2 000. */
  readonly askEveryMs?: number;
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

/** Says `text` and answers how its turn ended. Rejects with a `Fault` where the house refuses or is lost. */
export async function takeTurn(options: TurnOptions): Promise<TurnEnd> {
  const { house, session, signal } = options;
  const watching = new AbortController();
  const frames = mailbox<Frame>();
  const stop = () => void house.abort(session).catch(() => undefined);
  try {
    await house.watch(frame => frames.put(frame), watching.signal);
    const { turn, note } = await house.say(session, {
      ...{ clientId: options.clientId, text: options.text },
      ...options.terms,
    });
    if (note !== undefined) options.onNote?.(note);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    for (;;) {
      const frame = await frames.take(options.askEveryMs ?? 2_000);
      if (frame?.type === 'turn' && frame.report.turn === turn) return { kind: 'ended', report: frame.report };
      if (frame === undefined) {
        const report = await house.turn(turn);
        if (report && report.outcome !== 'running') return { kind: 'ended', report };
      }
      if (frame === undefined || (frame.type === 'row' && frame.row.id === session)) {
        const waiting = await whatWaits(house, session, turn);
        if (waiting) return waiting;
      }
    }
  } finally {
    watching.abort();
    signal.removeEventListener('abort', stop);
  }
}

/** Is the session at rest in the middle of a turn? Asked of the house, since a frame may tell of a state long left. */
async function whatWaits(house: House, session: string, turn: string): Promise<TurnEnd | undefined> {
  const state = await house.state();
  const row = state.actors.find(actor => actor.id === session);
  if (row?.status === 'suspended' || row?.status === 'quarantined')
    throw fault(
      'unavailable',
      `the conversation is ${row.status}, so nothing is answered; "straylight status" says more`,
    );
  if (!row?.leaf.startsWith('waitingForInput') || row.queued > 0) return undefined;
  const [report, pending] = await Promise.all([house.turn(turn), house.approvals('pending')]);
  if (report && report.outcome !== 'running') return { kind: 'ended', report };
  const approvals = pending.filter(({ card }) => card.session === session);
  const asked = state.needs.find(need => need.id === session && need.kind !== 'approval')?.text;
  const question = asked ?? (row.leaf === 'waitingForInput.answer' ? 'It has asked you something.' : undefined);
  return { kind: 'waiting', turn, report, approvals, ...(question === undefined ? {} : { question }) };
}

/** What arrives is kept until it is taken; taking waits, at most so long. */
function mailbox<Item>(): { put(item: Item): void; take(waitMs: number): Promise<Item | undefined> } {
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
