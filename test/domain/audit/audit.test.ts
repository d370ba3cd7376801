import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import { test } from 'node:test';
import {
  type Anchor,
  type AuditEntry,
  anchorText,
  type Digest,
  nextEntry,
  origin,
} from '../../../src/domain/audit/audit.ts';
import { type ChainResult, chainCheck } from '../../../src/domain/audit/check.ts';
import { areAllRun } from '../../slow.ts';
import { type Chance, random } from '../random.ts';

const sha256: Digest = text => hash('sha256', text, 'base64url');
const ours = generateKeyPairSync('ed25519');
const theirs = generateKeyPairSync('ed25519');
const name = { ours: 'ours', theirs: 'theirs' };
const keys = new Map([
  [name.ours, ours.publicKey],
  [name.theirs, theirs.publicKey],
]);
const signed = (by: 'ours' | 'theirs', n: number, hashOf: string): Anchor => {
  const head = { n, hash: hashOf, at: 5 };
  const { privateKey } = by === 'ours' ? ours : theirs;
  return { ...head, key: by, signature: sign(null, Buffer.from(anchorText(head)), privateKey).toString('base64url') };
};
const isSigned = (key: string, text: string, signature: string) => {
  const publicKey = keys.get(key);
  return publicKey !== undefined && verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
};

function chain(rows: number): AuditEntry[] {
  const entries: AuditEntry[] = [];
  for (let n = 1; n <= rows; n++) {
    const kind = n % 3 === 0 ? 'approval.ended' : 'tool.called';
    const facts = { call: `tool-call:${n}`, digest: sha256(`call ${n}`), level: n % 4, failed: n % 5 === 0 };
    const note = { kind, subject: `tool-${n % 7}`, actor: 'session:terminal:main', facts } as const;
    entries.push(nextEntry(entries.at(-1) ?? origin, note, 1000 + n, sha256));
  }
  return entries;
}

function checked(entries: readonly AuditEntry[], anchor: Anchor | 'missing' | 'unreadable'): ChainResult {
  const check = chainCheck(sha256, isSigned);
  for (const entry of entries) check.add(entry);
  const hashes = new Map([origin, ...entries].map(({ n, hash }) => [n, hash]));
  return check.result({ found: anchor, key: name.ours, hashAt: n => hashes.get(n) });
}

const rows = 150;
const whole = chain(rows);
const last = whole[rows - 1] as AuditEntry;
const anchor = signed('ours', rows, last.hash);

test('given a chain as it was written, when it is checked, then nothing is broken, with an anchor at its end or a little before', () => {
  assert.deepEqual(checked(whole, anchor), { rows, accepted: 0 });
  assert.deepEqual(checked(whole, signed('ours', rows - 3, whole[rows - 4]?.hash ?? '')), { rows, accepted: 0 });
  assert.deepEqual(checked([], signed('ours', 0, origin.hash)), { rows: 0, accepted: 0 });
});

test('given the hash of a row, when it is made by hand as the docblock says, then it is the same', () => {
  const [first, second] = whole as [AuditEntry, AuditEntry];
  const { n, at, kind, subject, actor, facts } = second;
  assert.equal(second.hash, sha256(JSON.stringify([first.hash, n, at, kind, subject, actor, facts])));
  assert.match(facts, /^\{"call":"tool-call:2","digest":"[\w-]{43}","failed":false,"level":2\}$/);
});

/** Writes all hashes from `index` on anew, as somebody would who knows how they are made. */
function rehashed(entries: readonly AuditEntry[], index: number): AuditEntry[] {
  const made = entries.slice(0, index);
  for (const { hash: _, facts, kind, ...row } of entries.slice(index)) {
    const note = { ...row, kind: kind as 'tool.called', facts: JSON.parse(facts) };
    made.push(nextEntry(made.at(-1) ?? origin, note, row.at, sha256));
  }
  return made;
}

/** Another text: one character changed, taken away or added. */
function touched(text: string, { integer }: Chance): string {
  const at = integer(text.length);
  const other = String.fromCharCode(33 + (((text.charCodeAt(at) || 0) + 1 + integer(90)) % 94));
  const made = [
    `${text.slice(0, at)}${other}${text.slice(at + 1)}`,
    `${text.slice(0, at)}${text.slice(at + 1)}`,
    `${text.slice(0, at)}${other}${text.slice(at)}`,
  ][integer(3)] as string;
  return made === text ? `${text}.` : made;
}

const fields = ['n', 'at', 'kind', 'subject', 'actor', 'facts', 'hash'] as const;

const mutations: Readonly<Record<string, (chance: Chance) => AuditEntry[]>> = {
  'a field changed': chance => {
    const index = chance.integer(rows);
    const field = chance.pick(fields);
    return whole.map((row, at) => {
      if (at !== index) return row;
      const value = row[field];
      return { ...row, [field]: typeof value === 'number' ? value + 1 + chance.integer(9) : touched(value, chance) };
    });
  },
  'rows deleted from the middle': ({ integer }) => {
    const from = integer(rows - 1);
    return whole.toSpliced(from, 1 + integer(Math.min(20, rows - 1 - from)));
  },
  'the tail cut': ({ integer }) => whole.slice(0, integer(rows)),
  'two rows exchanged': ({ integer }) => {
    const from = integer(rows - 1);
    const to = from + 1 + integer(rows - 1 - from);
    return whole.with(from, whole[to] as AuditEntry).with(to, whole[from] as AuditEntry);
  },
  'two rows exchanged, each under the other’s number': ({ integer }) => {
    const [from, to] = [integer(rows), integer(rows - 1)];
    const other = to >= from ? to + 1 : to;
    const [a, b] = [whole[from] as AuditEntry, whole[other] as AuditEntry];
    return whole.with(from, { ...b, n: a.n }).with(other, { ...a, n: b.n });
  },
  'a row repeated': ({ integer }) => {
    const index = integer(rows);
    return whole.toSpliced(index, 0, whole[index] as AuditEntry);
  },
  'a row added in between, all later ones made anew': ({ integer }) => {
    const index = integer(rows);
    return rehashed(whole.toSpliced(index, 0, { ...last, subject: 'added' }), index);
  },
  'a row changed, all later ones made anew': chance => {
    const index = chance.integer(rows);
    const row = whole[index] as AuditEntry;
    return rehashed(whole.with(index, { ...row, subject: touched(row.subject, chance) }), index);
  },
  'a row deleted, all later ones made anew': ({ integer }) => {
    const index = integer(rows);
    return rehashed(whole.toSpliced(index, 1), index);
  },
  'a row replaced by one with a right hash of its own': ({ integer }) => {
    const index = integer(rows);
    const before = whole[index - 1] ?? origin;
    return whole.with(index, nextEntry(before, { kind: 'tool.called', subject: 'other' }, 7, sha256));
  },
  'the tail cut and written on differently': ({ integer }) => {
    const made = whole.slice(0, integer(rows));
    while (made.length < rows + 2)
      made.push(nextEntry(made.at(-1) ?? origin, { kind: 'tool.called', subject: 'other' }, 7, sha256));
    return made;
  },
};

test('given random mutations of a chain, tail cuts among them, when each is checked, then every one is found', t => {
  const total = areAllRun ? 10_000 : 2_000;
  const chance = random(20_261_122);
  const kinds = Object.entries(mutations);
  const found = new Map<string, readonly [number, number]>();
  for (let round = 0; round < total; round++) {
    const [kind, mutate] = kinds[round % kinds.length] as (typeof kinds)[number];
    const [hits, of] = found.get(kind) ?? [0, 0];
    found.set(kind, [hits + (checked(mutate(chance), anchor).broken ? 1 : 0), of + 1]);
  }
  for (const [kind, [hits, of]] of found) t.diagnostic(`${kind}: found ${hits} of ${of}`);
  const hits = [...found.values()].reduce((sum, [count]) => sum + count, 0);
  t.diagnostic(`found ${hits} of ${total}`);
  assert.equal(hits, total);
});

test('given a break, when it is told, then the row that is wrong is named', () => {
  const cases: readonly (readonly [readonly AuditEntry[], number, RegExp])[] = [
    [whole.toSpliced(40, 1), 41, /row 41 is missing/],
    [whole.toSpliced(40, 5), 41, /rows 41 to 45 are missing/],
    [whole.with(40, { ...(whole[40] as AuditEntry), subject: 'x' }), 41, /row 41 was changed/],
    [whole.slice(0, 140), 141, /ends at row 140 and its anchor is at row 150: 10 rows were cut off/],
    [rehashed(whole.with(3, { ...(whole[3] as AuditEntry), subject: 'x' }), 3), 150, /were rewritten/],
  ];
  for (const [entries, n, words] of cases) {
    const { broken } = checked(entries, anchor);
    assert.equal(broken?.n, n);
    assert.match(broken?.problem ?? '', words);
  }
});

test('given an anchor that is missing, unreadable, false or signed by somebody else, when the chain is checked, then that is told', () => {
  const cases = [
    ['missing', /the anchor is missing/],
    ['unreadable', /cannot be read/],
    [{ ...anchor, at: 6 }, /signature of the anchor is invalid/],
    [{ ...anchor, n: rows - 1 }, /signature of the anchor is invalid/],
    [signed('theirs', rows, last.hash), /signed with another key/],
    [{ ...signed('theirs', rows, last.hash), key: name.ours }, /signature of the anchor is invalid/],
  ] as const;
  for (const [found, words] of cases) assert.match(checked(whole, found).broken?.problem ?? '', words);
  assert.match(checked([], 'missing').broken?.problem ?? '', /the anchor is missing/, 'the table emptied with it');
});

test('given breaks the owner has accepted, when the chain is checked, then they are settled, and a later change before that opens all again', () => {
  const broken = whole.with(40, { ...(whole[40] as AuditEntry), subject: 'x' });
  const noted = nextEntry(last, { kind: 'chain.broken', subject: 'audit', facts: { n: 9, problem: 'cut' } }, 9, sha256);
  const accept = (rows: readonly AuditEntry[], { privateKey }: typeof ours) => {
    const check = chainCheck(sha256, isSigned);
    for (const entry of rows) check.add(entry);
    const signature = sign(null, Buffer.from(check.acceptance), privateKey).toString('base64url');
    return [
      ...rows,
      nextEntry(check.head, { kind: 'chain.accepted', subject: 'audit', facts: { signature } }, 10, sha256),
    ];
  };
  const look = (rows: readonly AuditEntry[]) => {
    const end = rows.at(-1) as AuditEntry;
    const { accepted, broken } = checked(rows, signed('ours', end.n, end.hash));
    return [accepted, broken?.n];
  };
  assert.deepEqual(look([...whole, noted]), [0, 151], 'a break Straylight found at a start is one');
  const settled = accept([...broken, noted], ours);
  assert.deepEqual(look(settled), [2, undefined]);
  assert.deepEqual(look(accept([...broken, noted], theirs)), [0, 41], 'signed by somebody else');
  assert.deepEqual(look(settled.with(41, { ...(settled[41] as AuditEntry), subject: 'y' })), [0, 41], 'one more break');
  assert.deepEqual(
    look(settled.with(40, { ...(settled[40] as AuditEntry), subject: 'y' })),
    [0, 41],
    'broken otherwise',
  );
  const later = settled.toSpliced(150, 1);
  assert.deepEqual(look(later)[0], 0, 'the noted one taken away');
  const again = accept(
    [...settled.slice(0, 30), { ...(settled[30] as AuditEntry), subject: 'y' }, ...settled.slice(31)],
    ours,
  );
  assert.deepEqual(look(again), [3, undefined], 'accepted once more');
});
