/** `straylight approvals`: what waits for a yes, and the answer to it. */
import { fault } from '../machines/domain/failure.ts';
import type { Frame } from '../machines/domain/view.ts';
import { oneLine, readable } from '../machines/domain/visible.ts';
import { waitingLines } from './card.ts';
import type { House } from './house.ts';
import { type Io, jsonText } from './io.ts';

export interface ApprovalsOptions {
  readonly house: House;
  readonly io: Io;
  readonly json: boolean;
  /** None: list. Else the answer and the approval's key or address. */
  readonly decide?: { readonly decision: 'approve' | 'deny'; readonly id: string };
  readonly now: () => number;
  /** The owner no longer waits. */
  readonly signal: AbortSignal;
}

/** Exit code 1 where the answer did not count; why is said. */
export async function approvals(options: ApprovalsOptions): Promise<number> {
  const { house, io, json, decide, now } = options;
  if (decide) return answer(options, decide);
  const pending = await house.approvals('pending');
  if (json) io.out(jsonText(pending));
  else if (pending.length === 0) io.out('Nothing waits for your approval.');
  else for (const line of waitingLines(pending, now(), io.style)) io.out(line);
  return 0;
}

/**
 * The owner names a key and has seen no card here, so neither digest nor nonce go with the answer. What follows from it
 * (the act, then the agent's words on it) is waited for, since in a house opened for this command alone nobody else would.
 */
async function answer(
  { house, io, json, signal }: ApprovalsOptions,
  { decision, id }: { readonly decision: 'approve' | 'deny'; readonly id: string },
): Promise<number> {
  const key = id.replace(/^approval:/, '');
  if (!/^\w{1,64}$/.test(key))
    throw fault(
      'invalid',
      `expected the key of an approval as "straylight approvals" lists it, got "${oneLine(id, 40)}"`,
    );
  const session = (await house.approvals('pending')).find(row => row.card.key === key)?.card.session;
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
  const said = await house.decide({ approval: key, decision, by: 'cli' });
  if (json) io.out(jsonText({ approval: key, ...said }));
  else if (said.ok) io.out(`${key}: ${said.state}`);
  else io.err(`straylight: ${key}: ${oneLine(said.message, 300)}`);
  if (said.ok) {
    const words = await reply;
    if (words && !json) io.out(readable(words));
  }
  watching.abort();
  return said.ok ? 0 : 1;
}

/** Longer than most acts take; what takes longer is told in the session it belongs to. */
const consequenceMs = 120_000;
