/**
 * Writes the audit chain, and signs its end after each commit.
 *
 * Two ways in: `write` within the transaction of what is recorded (a chart's step, see stores/writers/), and `record`
 * for what is no step: a secret set, a tool switched by hand, a sandbox reset. Facts pass the redactor, and no text in
 * them is long.
 */

import { hash } from 'node:crypto';
import {
  type AuditEntry,
  type AuditNote,
  anchorBreak,
  type ChainBreak,
  type ChainHead,
  type Digest,
  linkBreak,
  nextEntry,
  origin,
} from '../../domain/audit/audit.ts';
import { chainCheck } from '../../domain/audit/check.ts';
import type { ChainView } from '../../domain/audit/service.ts';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Json, JsonObject } from '../../domain/text/json.ts';
import type { AuditLog, AuditStore } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import { verifySignature } from '../secrets/signing-key.ts';
import type { AnchorFile } from './anchor.ts';

export interface AuditLogOptions {
  readonly store: AuditStore;
  readonly anchor: AnchorFile;
  readonly key: SigningKey;
  readonly clock: Pick<Clock, 'now'>;
  readonly redact: <Value>(value: Value) => Value;
}

export const sha256: Digest = text => hash('sha256', text, 'base64url');

/** Opens the chain: holds it against its anchor, and signs what the last commit before a crash wrote. */
export function auditLog({ store, anchor, key, clock, redact }: AuditLogOptions): AuditLog {
  const opened = open();
  let broken = opened;
  let trouble: string | undefined;
  let signed = opened ? -1 : store.head().n;
  let check = chainCheck(sha256, verifySignature);

  function open(): ChainBreak | undefined {
    const found = anchor.read();
    const head = store.head();
    if (found === 'missing' && head.n === 0 && !store.hadRows()) {
      anchor.write(origin, clock.now());
      return undefined;
    }
    const problem = anchorBreak({ found, key: key.publicKey, head, hashAt: store.hashAt, verify: verifySignature });
    if (problem || typeof found === 'string' || found.n === head.n) return problem;
    return adopt(found);
  }

  /** Rows newer than the anchor: signed where they follow it. */
  function adopt(from: ChainHead): ChainBreak | undefined {
    let head = from;
    for (const entry of store.after(from.n, Number.MAX_SAFE_INTEGER)) {
      const found = linkBreak(head, entry, sha256);
      if (found) return found;
      head = entry;
    }
    anchor.write(head, clock.now());
    return undefined;
  }

  function append(note: AuditNote, at: number): AuditEntry {
    const entry = nextEntry(store.head(), brief(redact(note)), at, sha256);
    store.append(entry);
    return entry;
  }

  /**
   * The head is signed once for all rows of a commit; the chain goes on where its anchor cannot be written, and says
   * so.
   */
  function sign(): void {
    try {
      const head = store.head();
      if (head.n <= signed) return;
      anchor.write(head, clock.now());
      signed = head.n;
      trouble = undefined;
    } catch (thrown) {
      trouble = toFailure(thrown).message;
    }
  }

  /** A break is written down before anything else is, since the next signature takes the evidence from the anchor. */
  function noteBreak(): void {
    if (!broken) return;
    const { n, problem } = broken;
    const found = anchor.read();
    const facts = { n, problem, anchor: typeof found === 'string' ? found : { ...found } };
    const note: AuditNote = { kind: 'chain.broken', subject: 'audit', facts };
    store.append(nextEntry(store.head(), note, clock.now(), sha256));
  }

  /** Reads on from the last row that was checked. */
  function checkOn(most: number): void {
    for (const entry of store.after(check.head.n, most)) check.add(entry);
  }

  function chain(): ChainView {
    checkOn(pieceRows);
    const found = anchor.read();
    const head = store.head();
    const { broken } = check.result({ found, key: key.publicKey, hashAt: store.hashAt, head });
    const view = { rows: head.n, verified: check.head.n, key: key.publicKey, anchor: found };
    return broken ? { ...view, broken } : view;
  }

  function record(note: AuditNote): void {
    const isInside = store.isOpen();
    const work = () => {
      noteBreak();
      append(note, clock.now());
    };
    if (isInside) work();
    else store.transaction(work);
    broken = undefined;
    if (isInside) queueMicrotask(sign);
    else sign();
  }

  return {
    write(note, { at, onCommitted = call => queueMicrotask(call) }) {
      const { n } = append(note, at);
      // the first call after a commit signs for all of its rows
      onCommitted(() => n > signed && sign());
    },
    record,
    broken: opened,
    get trouble() {
      return trouble;
    },
    page(query) {
      const entries = store.page(query);
      const last = entries.at(-1);
      const isMore = last !== undefined && entries.length === query.limit;
      return { entries, ...(isMore ? { next: last.n } : {}), chain: chain() };
    },
    accept() {
      // read from the first row on: what was changed since it was read last counts too
      check = chainCheck(sha256, verifySignature);
      checkOn(Number.MAX_SAFE_INTEGER);
      if (!broken && chain().broken === undefined) return;
      store.transaction(noteBreak);
      broken = undefined;
      checkOn(Number.MAX_SAFE_INTEGER);
      const facts = { rows: check.head.n, signature: key.sign(check.acceptance) };
      record({ kind: 'chain.accepted', subject: 'audit', actor: 'owner', facts });
    },
    unrecorded: store.unrecorded,
    close: anchor.close,
  };
}

/** So many rows are read and hashed in about ten milliseconds. */
const pieceRows = 2000;

/** Long texts are cut: a row tells that something happened, not what was said. */
function brief(note: AuditNote): AuditNote {
  const { subject, actor = '', facts = {} } = note;
  return { ...note, subject: cut(subject), actor: cut(actor), facts: short(facts) as JsonObject };
}

function short(value: Json): Json {
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) return value.slice(0, 50).map(item => short(item as Json));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, short(member as Json)]));
  return value;
}

const cut = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
