/** `straylight approvals`: what waits for a yes, and the answer to it. */
import type { ApprovalCard, DecisionAnswer } from '../machines/domain/approval-card.ts';
import { fault } from '../machines/domain/failure.ts';
import type { ApprovalRow, Frame } from '../machines/domain/view.ts';
import { oneLine, readable } from '../machines/domain/visible.ts';
import { cardDetails, cardLines, howToAnswer, settledLines, waitingLines } from './card.ts';
import type { House } from './house.ts';
import { duration, type Io, jsonText } from './io.ts';

export interface ApprovalsOptions {
  readonly house: House;
  readonly io: Io;
  readonly json: boolean;
  /** None: list. */
  readonly act?: ApprovalAct;
  readonly now: () => number;
  /** The owner no longer waits. */
  readonly signal: AbortSignal;
}

/** What is to be done with one approval, named by its key or address. `confirm`: what its risk asks for; `why`: the reason of a no. */
export interface ApprovalAct {
  readonly verb: 'show' | 'approve' | 'deny' | 'undo';
  readonly id: string;
  readonly confirm?: string;
  readonly why?: string;
}

/** Exit code 1 where the answer did not count; why is said. */
export async function approvals(options: ApprovalsOptions): Promise<number> {
  const { house, io, json, act, now } = options;
  if (act?.verb === 'show') return show(options, keyOf(act.id));
  if (act) return answer(options, act);
  const pending = await house.approvals('pending');
  if (json) io.out(jsonText(pending));
  else if (pending.length === 0) io.out('Nothing waits for your approval.');
  else for (const line of waitingLines(pending, now(), io.style)) io.out(line);
  return 0;
}

/** One approval with all there is to know of it, also of one that is over. */
async function show({ house, io, json, now }: ApprovalsOptions, key: string): Promise<number> {
  const openLines = (card: ApprovalCard) => [
    ...cardLines(card, now(), io.style),
    ...cardDetails(card, now(), io.style),
    ...howToAnswer(card).map(way => `  ${way}`),
  ];
  const isIt = ({ card }: ApprovalRow) => card.key === key;
  const row = (await house.approvals('pending')).find(isIt) ?? (await house.approvals()).find(isIt);
  if (!row) throw fault('invalid', `there is no approval ${key}; "straylight approvals" lists what waits`);
  if (json) io.out(jsonText(row));
  else
    for (const line of row.state === 'pending' ? openLines(row.card) : settledLines(row, now(), io.style)) io.out(line);
  return 0;
}

/**
 * The owner names a key and has seen no card here, so neither digest nor nonce go with the answer. What follows from it
 * (the act, then the agent's words on it) is waited for, since in a house opened for this command alone nobody else would.
 */
async function answer(options: ApprovalsOptions, { verb, id, confirm, why }: ApprovalAct): Promise<number> {
  const { house, io, json, now } = options;
  const key = keyOf(id);
  const card = (await house.approvals('pending')).find(row => row.card.key === key)?.card;
  const follow = replyTo(options, card?.session);
  const said = await house.decide({
    approval: key,
    decision: verb === 'show' ? 'deny' : verb,
    by: 'cli',
    ...(confirm === undefined ? {} : { confirmation: confirm }),
    ...(why === undefined ? {} : { reason: why }),
  });
  if (json) io.out(jsonText({ approval: key, ...said }));
  else for (const line of answerLines(key, said, card, now())) (said.ok ? io.out : io.err)(line);
  if (said.ok) {
    const words = await follow.reply;
    if (words && !json) io.out(readable(words));
  }
  follow.end();
  return said.ok ? 0 : 1;
}

/** What became of an answer; where it lacked something, what to type. */
function answerLines(key: string, said: DecisionAnswer, card: ApprovalCard | undefined, now: number): string[] {
  if (said.ok) {
    const { undoUntil = now } = said;
    const left = undoUntil > now ? `; for ${duration(undoUntil - now)}: straylight approvals undo ${key}` : '';
    return [`${key}: ${said.state}${left}`];
  }
  const refusal = `straylight: ${key}: ${oneLine(said.message, 300)}`;
  if (said.why !== 'unconfirmed' || card === undefined) return [refusal];
  return [refusal, `  look at it with "straylight approvals show ${key}", then type`, `  ${howToAnswer(card)[0]}`];
}

/** The agent's next words in that session, or undefined where none come. */
function replyTo({ house, signal }: ApprovalsOptions, session: string | undefined) {
  const watching = new AbortController();
  const over = AbortSignal.any([watching.signal, signal, AbortSignal.timeout(consequenceMs)]);
  const reply = new Promise<string | undefined>(resolve => {
    if (over.aborted) resolve(undefined);
    over.addEventListener('abort', () => resolve(undefined), { once: true });
    const onFrame = (frame: Frame) => {
      if (frame.type === 'turn' && frame.report.session === session) resolve(frame.report.reply);
    };
    house.watch(onFrame, over).catch(() => resolve(undefined));
  });
  return { reply, end: () => watching.abort() };
}

function keyOf(id: string): string {
  const key = id.replace(/^approval:/, '');
  if (/^\w{1,64}$/.test(key)) return key;
  throw fault(
    'invalid',
    `expected the key of an approval as "straylight approvals" lists it, got "${oneLine(id, 40)}"`,
  );
}

/** Longer than most acts take; what takes longer is told in the session it belongs to. */
const consequenceMs = 120_000;
