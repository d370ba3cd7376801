/**
 * Writes the audit chain, and signs its end after each commit.
 *
 * Two ways in: `write` within the transaction of what is recorded (a chart's step, see stores/writers/), and `record`
 * for what is no step: a secret set, a tool switched by hand, a sandbox reset. Facts pass the redactor, and no text in
 * them is long.
 */

import { type AuditEntry, type AuditNote, nextEntry } from '../../domain/audit/audit.ts';
import type { Json, JsonObject } from '../../domain/text/json.ts';
import type { AuditLog, AuditStore } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import type { AnchorFile } from './anchor.ts';
import { openChain } from './chain-opening.ts';
import { chainReader } from './chain-reader.ts';
import { sha256 } from './digest.ts';
import { signedEnd } from './signed-end.ts';

/** Opens the chain: compares it with its anchor, and signs what the last commit before a crash wrote. */
export function auditLog({
  store,
  anchor,
  key,
  clock,
  redact,
}: {
  readonly store: AuditStore;
  readonly anchor: AnchorFile;
  readonly key: SigningKey;
  readonly clock: Pick<Clock, 'now'>;
  readonly redact: <Value>(value: Value) => Value;
}): AuditLog {
  const opened = openChain(store, anchor, key, clock);
  const end = signedEnd(store, anchor, clock, opened ? -1 : store.head().n);
  const check = chainReader(store, anchor, key);
  let broken = opened;

  function append(note: AuditNote, at: number): AuditEntry {
    const entry = nextEntry(store.head(), brief(redact(note)), at, sha256);
    store.append(entry);
    return entry;
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

  function record(note: AuditNote): void {
    const isInside = store.isOpen();
    const work = () => {
      noteBreak();
      append(note, clock.now());
    };
    if (isInside) work();
    else store.transaction(work);
    broken = undefined;
    if (isInside) queueMicrotask(end.sign);
    else end.sign();
  }

  return {
    write(note, { at, onCommitted = call => queueMicrotask(call) }) {
      const { n } = append(note, at);
      // the first call after a commit signs for all of its rows
      onCommitted(() => end.isUnsigned(n) && end.sign());
    },
    record,
    broken: opened,
    get trouble() {
      return end.trouble();
    },
    page(query) {
      const entries = store.page(query);
      const last = entries.at(-1);
      const isMore = last !== undefined && entries.length === query.limit;
      return { entries, next: isMore ? last.n : undefined, chain: check.view() };
    },
    accept() {
      check.startOver();
      if (!broken && check.view().broken === undefined) return false;
      store.transaction(noteBreak);
      broken = undefined;
      const { rows, acceptance } = check.readAll();
      const facts = { rows, signature: key.sign(acceptance) };
      record({ kind: 'chain.accepted', subject: 'audit', actor: 'owner', facts });
      return true;
    },
    unrecorded: store.unrecorded,
    close: anchor.close,
  };
}

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
