/** `straylight approvals`: what waits for a yes, and the answer to it. */
import { fault } from '../machines/domain/failure.ts';
import { oneLine } from '../machines/domain/visible.ts';
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
}

/** Exit code 1 where the answer did not count; why is said. */
export async function approvals({ house, io, json, decide, now }: ApprovalsOptions): Promise<number> {
  if (decide) return answer(house, io, json, decide);
  const pending = await house.approvals('pending');
  if (json) io.out(jsonText(pending));
  else if (pending.length === 0) io.out('Nothing waits for your approval.');
  else for (const line of waitingLines(pending, now(), io.style)) io.out(line);
  return 0;
}

/** The owner names a key and has seen no card here, so neither digest nor nonce go with the answer. */
async function answer(
  house: House,
  io: Io,
  json: boolean,
  { decision, id }: { readonly decision: 'approve' | 'deny'; readonly id: string },
): Promise<number> {
  const key = id.replace(/^approval:/, '');
  if (!/^\w{1,64}$/.test(key))
    throw fault(
      'invalid',
      `expected the key of an approval as "straylight approvals" lists it, got "${oneLine(id, 40)}"`,
    );
  const said = await house.decide({ approval: key, decision, by: 'cli' });
  if (json) io.out(jsonText({ approval: key, ...said }));
  else if (said.ok) io.out(`${key}: ${said.state}`);
  else io.err(`straylight: ${key}: ${oneLine(said.message, 300)}`);
  return said.ok ? 0 : 1;
}
