/** Compares the chain with its anchor when it is opened. */
import { anchorBreak, type ChainBreak, type ChainHead, linkBreak, origin } from '../../domain/audit/audit.ts';
import type { AuditStore } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import { verifySignature } from '../secrets/signing-key.ts';
import type { AnchorFile } from './anchor.ts';
import { sha256 } from './digest.ts';

/** Answers where the chain is broken. Rows newer than the anchor are signed where they follow it. */
export function openChain(
  store: AuditStore,
  anchor: AnchorFile,
  key: SigningKey,
  clock: Pick<Clock, 'now'>,
): ChainBreak | undefined {
  const found = anchor.read();
  const head = store.head();
  if (found === 'missing' && head.n === 0 && !store.hadRows()) {
    anchor.write(origin, clock.now());
    return undefined;
  }
  const problem = anchorBreak({ found, key: key.publicKey, head, hashAt: store.hashAt, verify: verifySignature });
  if (problem || typeof found === 'string' || found.n === head.n) return problem;
  return signNewer(store, anchor, clock, found);
}

function signNewer(
  store: AuditStore,
  anchor: AnchorFile,
  clock: Pick<Clock, 'now'>,
  from: ChainHead,
): ChainBreak | undefined {
  let head = from;
  for (const entry of store.after(from.n, Number.MAX_SAFE_INTEGER)) {
    const found = linkBreak(head, entry, sha256);
    if (found) return found;
    head = entry;
  }
  anchor.write(head, clock.now());
  return undefined;
}
