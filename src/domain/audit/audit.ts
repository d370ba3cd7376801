/**
 * The audit chain: what was asked, allowed, done and changed, in rows that are only ever added.
 *
 * Each row carries a hash over itself and the hash of the row before it, so that none can be changed, removed from the
 * middle, put elsewhere or added in between without every later hash being wrong. Who computes all later hashes again is
 * found by the anchor: the newest hash, signed and kept outside the database (audit/anchor.ts in the adapters). Pure:
 * hashing and the checking of signatures are passed in.
 *
 * By hand: the hash of a row is SHA-256, in base64url, over the JSON array `[hash before, n, at, kind, subject, actor,
 * facts as canonical JSON text]`; the hash before the first row is {@link origin}'s.
 */
import { canonical, type JsonObject } from '../text/json.ts';

/** What a row is about, and what happened: `tool.called`, `approval.ended`, `secret.used`. */
export type AuditKind = `${AuditFamily}.${string}`;
type AuditFamily =
  | 'admin'
  | 'agent'
  | 'approval'
  | 'budget'
  | 'chain'
  | 'gate'
  | 'job'
  | 'message'
  | 'secret'
  | 'settings'
  | 'task'
  | 'tool';

/**
 * Something to be written down. `facts`: ids, levels, digests and sizes; never the text of a message, never a secret.
 */
export interface AuditNote {
  readonly kind: AuditKind;
  /** What it is about: a tool, an approval, a file, the name of a secret. */
  readonly subject: string;
  /** Whose doing it is: a session, an actor, the owner on a channel. */
  readonly actor?: string;
  readonly facts?: JsonObject;
}

/** A row as it is kept; `facts` is canonical JSON text, since that is what the hash is over. */
export interface AuditEntry {
  readonly n: number;
  readonly at: number;
  readonly kind: string;
  readonly subject: string;
  readonly actor: string;
  readonly facts: string;
  readonly hash: string;
}

/** The end of a chain, or of a part of it. */
export interface ChainHead {
  readonly n: number;
  readonly hash: string;
}

/** SHA-256 of a text's UTF-8, in base64url. */
export type Digest = (text: string) => string;

/** What stands before the first row. */
export const origin: ChainHead = { n: 0, hash: 'A'.repeat(43) };

/** The row that follows `head`. */
export function nextEntry(head: ChainHead, note: AuditNote, at: number, digest: Digest): AuditEntry {
  const { kind, subject, actor = '', facts = {} } = note;
  const row = { n: head.n + 1, at, kind, subject, actor, facts: canonical(facts) };
  return { ...row, hash: hashOf(head.hash, row, digest) };
}

function hashOf(before: string, row: Omit<AuditEntry, 'hash'>, digest: Digest): string {
  const { n, at, kind, subject, actor, facts } = row;
  return digest(JSON.stringify([before, n, at, kind, subject, actor, facts]));
}

/** Where a chain is not what was written, and how that shows. */
export interface ChainBreak {
  readonly n: number;
  readonly problem: string;
}

/** What is wrong with `entry` as the row after `head`; undefined: nothing. */
export function linkBreak(head: ChainHead, entry: AuditEntry, digest: Digest): ChainBreak | undefined {
  const { n } = entry;
  if (n > head.n + 1) {
    const missing = n === head.n + 2 ? `row ${head.n + 1} is` : `rows ${head.n + 1} to ${n - 1} are`;
    return { n: head.n + 1, problem: `${missing} missing` };
  }
  if (n !== head.n + 1) return { n: head.n + 1, problem: `row ${head.n + 1} was expected, but row ${n} was found` };
  if (hashOf(head.hash, entry, digest) !== entry.hash)
    return { n, problem: `row ${n} was changed, or does not follow the row before it` };
  return undefined;
}

/** The newest row's hash, signed by the key of the home. */
export interface Anchor extends ChainHead {
  readonly at: number;
  /** The public key, base64url. */
  readonly key: string;
  /** Ed25519 over {@link anchorText}, base64url. */
  readonly signature: string;
}

/** `unreadable`: the file is there and holds no anchor. */
export type FoundAnchor = Anchor | 'missing' | 'unreadable';

export function anchorText({ n, hash, at }: Pick<Anchor, 'n' | 'hash' | 'at'>): string {
  return canonical({ at, hash, n, what: 'straylight audit head' });
}

export interface AnchorChecks {
  readonly found: FoundAnchor;
  /** The key it must be signed with. */
  readonly key: string;
  readonly head: ChainHead;
  /** The hash of a row; undefined where there is no such row. */
  readonly hashAt: (n: number) => string | undefined;
  readonly verify: (key: string, text: string, signature: string) => boolean;
}

/**
 * What the anchor says against the chain; undefined: nothing. Rows newer than the anchor are what the last commit
 * before a crash wrote.
 */
export function anchorBreak({ found, key, head, hashAt, verify }: AnchorChecks): ChainBreak | undefined {
  const { n } = head;
  if (found === 'missing') return { n, problem: 'the anchor is missing, so the length of the chain cannot be checked' };
  if (found === 'unreadable')
    return { n, problem: 'the anchor cannot be read, so the length of the chain cannot be checked' };
  if (!verify(found.key, anchorText(found), found.signature))
    return { n: found.n, problem: 'the signature of the anchor is invalid' };
  if (found.key !== key)
    return { n: found.n, problem: `the anchor was signed with another key (${found.key}) than this home's (${key})` };
  if (found.n > n)
    return {
      n: n + 1,
      problem: `the chain ends at row ${n} and its anchor is at row ${found.n}: ${found.n - n === 1 ? 'a row was' : `${found.n - n} rows were`} cut off, or an older copy of the database was put back`,
    };
  if ((found.n === 0 ? origin.hash : hashAt(found.n)) !== found.hash)
    return {
      n: found.n,
      problem: `row ${found.n} is not the one that was signed: it and the rows after it were rewritten`,
    };
  return undefined;
}
