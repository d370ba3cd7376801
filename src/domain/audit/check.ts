/**
 * A chain read from its first row on: by `straylight audit verify` from an agent or a file, by Straylight itself a
 * piece at a time.
 *
 * A break does not end the reading: what follows is held against the row that stands there. The owner can accept what
 * is known to be broken, with a row signed by the key of the home. It is signed over the very breaks before it, so one
 * that is made there later opens all of them again.
 */

import { canonical, defined } from '../text/json.ts';
import {
  type AnchorChecks,
  type AuditEntry,
  anchorBreak,
  type ChainBreak,
  type ChainHead,
  type Digest,
  linkBreak,
  origin,
} from './audit.ts';

export interface ChainCheck {
  /** The next row, in order. */
  add(entry: AuditEntry): void;
  /** Where the reading stands. */
  readonly head: ChainHead;
  /** What the owner signs to accept all breaks so far, with the row that comes next. */
  readonly acceptance: string;
  /** How it stands; may be asked again after more rows. `head`: the end of the chain, where it was not read so far. */
  result(facts: Pick<AnchorChecks, 'found' | 'key' | 'hashAt'> & { readonly head?: ChainHead }): ChainResult;
}

export interface ChainResult {
  /** Up to here each row is as it was written and follows the one before it, but for what the owner has accepted. */
  readonly rows: number;
  /** The first break nobody has accepted, in the chain or between it and its anchor. */
  readonly broken?: ChainBreak;
  /** How many breaks the owner has accepted. */
  readonly accepted: number;
}

export function chainCheck(digest: Digest, verify: AnchorChecks['verify']): ChainCheck {
  let head: ChainHead = origin;
  let mark = origin.hash;
  const breaks: ChainBreak[] = [];
  const accepted: { readonly breaks: number; readonly text: string; readonly signature: string }[] = [];

  const acceptance = () => canonical({ ...head, breaks: mark, what: 'straylight audit accepted' });
  const note = (found: ChainBreak, entry: AuditEntry) => {
    breaks.push(found);
    mark = digest(canonical([mark, found.problem, entry]));
  };
  return {
    add(entry) {
      const found = linkBreak(head, entry, digest);
      if (found) note(found, entry);
      if (entry.kind === 'chain.broken')
        note({ n: entry.n, problem: `a break was found at a start: ${fact(entry, 'problem')}` }, entry);
      if (entry.kind === 'chain.accepted')
        accepted.push({ breaks: breaks.length, text: acceptance(), signature: fact(entry, 'signature') });
      head = { n: entry.n, hash: entry.hash };
    },
    get head() {
      return head;
    },
    get acceptance() {
      return acceptance();
    },
    result({ head: end = head, ...facts }) {
      const settled = accepted.findLast(({ text, signature }) => verify(facts.key, text, signature))?.breaks ?? 0;
      const broken = breaks[settled] ?? anchorBreak({ ...facts, head: end, verify });
      const rows = broken ? Math.min(head.n, Math.max(0, broken.n - 1)) : head.n;
      return { rows, accepted: settled, ...defined({ broken }) };
    },
  };
}

function fact({ facts }: AuditEntry, name: string): string {
  try {
    const value = (JSON.parse(facts) as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}
