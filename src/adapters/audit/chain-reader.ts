/** Checks the chain a piece at a time, each time it is shown. */
import { chainCheck } from '../../domain/audit/check.ts';
import type { ChainView } from '../../domain/audit/service.ts';
import type { AuditStore } from '../../ports/audit-log.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import { verifySignature } from '../secrets/signing-key.ts';
import type { AnchorFile } from './anchor.ts';
import { sha256 } from './digest.ts';

export interface ChainReader {
  /** Checks on from the last row that was checked. */
  view(): ChainView;
  /** Checks the whole chain now, from its first row: what was changed since a row was checked counts too. */
  startOver(): void;
  /** Checks what is left; answers what the owner signs to accept the chain. */
  readAll(): { readonly rows: number; readonly acceptance: string };
}

/** How many rows are read and hashed in about ten milliseconds. */
const pieceRows = 2000;

export function chainReader(store: AuditStore, anchor: AnchorFile, key: SigningKey): ChainReader {
  let check = chainCheck(sha256, verifySignature);

  function read(most: number): void {
    for (const entry of store.after(check.head.n, most)) check.add(entry);
  }

  return {
    view() {
      read(pieceRows);
      const found = anchor.read();
      const head = store.head();
      const { broken } = check.result({ found, key: key.publicKey, hashAt: store.hashAt, head });
      const view = { rows: head.n, verified: check.head.n, key: key.publicKey, anchor: found };
      return broken ? { ...view, broken } : view;
    },
    startOver() {
      check = chainCheck(sha256, verifySignature);
      read(Number.MAX_SAFE_INTEGER);
    },
    readAll() {
      read(Number.MAX_SAFE_INTEGER);
      return { rows: check.head.n, acceptance: check.acceptance };
    },
  };
}
