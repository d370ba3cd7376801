import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { AuditKind } from '../../../src/domain/audit/audit.ts';
import { type AuditWorld, auditHome, openAudit, verified } from './audit-world.ts';

const called = (subject: string) =>
  ({ kind: 'tool.called', subject, facts: { call: `tool-call:${subject}` } }) as const;
const anchorPath = (folder: string) => join(folder, 'audit.anchor');

/** A home in which so many rows were written. */
async function homeWith(t: TestContext, rows: number): Promise<string> {
  const folder = auditHome(t);
  const world = await openAudit(folder);
  for (let n = 1; n <= rows; n++) world.log.record(called(`tool-${n}`));
  world.close();
  return folder;
}

const anchored = ({ anchor }: AuditWorld) => {
  const found = anchor.read();
  return typeof found === 'string' ? found : found.n;
};

test('given a new home, when rows are written, then each is signed after its commit, for this user alone', async t => {
  const folder = auditHome(t);
  const world = await openAudit(folder);
  assert.equal(anchored(world), 0);
  world.log.record(called('a'));
  world.log.record(called('b'));
  assert.equal(anchored(world), 2);
  assert.deepEqual(verified(world), { rows: 2, accepted: 0 });
  assert.equal(statSync(anchorPath(folder)).mode & 0o777, 0o600);
  assert.equal(statSync(anchorPath(folder)).size, 1024, 'two slots');
  world.close();
});

test('given a chain that is whole, when it is accepted, then that is answered and nothing is written', async t => {
  const world = await openAudit(auditHome(t));
  world.log.record(called('a'));
  assert.equal(world.log.accept(), false);
  assert.deepEqual(verified(world), { rows: 1, accepted: 0 });
  world.close();
});

test('given a step that writes several rows, when it is committed, then the head is signed once and before that not at all', async t => {
  const world = await openAudit(auditHome(t));
  const committed: (() => void)[] = [];
  const step = { at: 5, onCommitted: (call: () => void) => void committed.push(call) };
  world.store.transaction(() => {
    for (const name of ['a', 'b', 'c']) world.log.write(called(name), step);
  });
  assert.equal(anchored(world), 0);
  const before = readFileSync(anchorPath(world.folder));
  committed[0]?.();
  const after = readFileSync(anchorPath(world.folder));
  assert.equal(anchored(world), 3);
  for (const call of committed) call();
  assert.deepEqual(readFileSync(anchorPath(world.folder)), after);
  assert.notDeepEqual(after, before);
  world.close();
});

test('given a step that is undone, when the next one writes, then the chain goes on from what was committed', async t => {
  const world = await openAudit(auditHome(t));
  world.log.record(called('a'));
  assert.throws(() =>
    world.store.transaction(() => {
      world.log.write(called('undone'), { at: 5, onCommitted: () => {} });
      throw new Error('the step failed');
    }),
  );
  world.log.record(called('b'));
  assert.deepEqual(
    world.store.after(0, 10).map(({ n, subject }) => `${n} ${subject}`),
    ['1 a', '2 b'],
  );
  assert.deepEqual(verified(world), { rows: 2, accepted: 0 });
  world.close();
});

test('given a row recorded inside an open transaction, when that is undone, then the anchor never was ahead', async t => {
  const world = await openAudit(auditHome(t));
  assert.throws(() =>
    world.store.transaction(() => {
      world.log.record(called('undone'));
      assert.equal(anchored(world), 0);
      throw new Error('undone');
    }),
  );
  await new Promise(resolve => setImmediate(resolve));
  assert.equal(anchored(world), 0);
  assert.deepEqual(verified(world), { rows: 0, accepted: 0 });
  world.store.transaction(() => world.log.record(called('kept')));
  await new Promise(resolve => setImmediate(resolve));
  assert.equal(anchored(world), 1);
  world.close();
});

test('given facts with a secret and a long text, when they are recorded, then the secret is not there and the text is cut', async t => {
  const redact = <Value>(value: Value): Value =>
    JSON.parse(JSON.stringify(value).replaceAll('hunter2-hunter2', '[secret:PW]'));
  const world = await openAudit(auditHome(t), { redact });
  world.log.record({
    kind: 'admin.test',
    subject: 'hunter2-hunter2',
    facts: { a: ['hunter2-hunter2'], long: 'x'.repeat(5000) },
  });
  const [row] = world.store.after(0, 1);
  assert.equal(row?.subject, '[secret:PW]');
  assert.doesNotMatch(row?.facts ?? '', /hunter2/);
  assert.ok((row?.facts.length ?? 0) < 300);
  assert.deepEqual(verified(world), { rows: 1, accepted: 0 });
  world.close();
});

test('given a process that died between a commit and its signature, when the home is opened, then nothing is wrong and the rest is signed', async t => {
  const folder = await homeWith(t, 3);
  const first = await openAudit(folder);
  first.store.transaction(() => first.log.write(called('unsigned'), { at: 5, onCommitted: () => {} }));
  first.close();
  const again = await openAudit(folder);
  assert.equal(again.log.broken, undefined);
  assert.equal(anchored(again), 4);
  assert.deepEqual(verified(again), { rows: 4, accepted: 0 });
  again.close();
});

test('given an anchor whose last write was cut at any byte, when the home is opened, then the slot before it counts', async t => {
  const folder = await homeWith(t, 6);
  const whole = readFileSync(anchorPath(folder));
  const newest = whole.subarray(0, 512).toString().includes('"n":6') ? 0 : 512;
  for (let cut = 0; cut < 512; cut += 7) {
    const torn = Buffer.from(whole);
    torn.fill(0, newest + cut, newest + 512);
    writeFileSync(anchorPath(folder), torn);
    const world = await openAudit(folder);
    assert.equal(world.log.broken, undefined, `cut at ${cut}`);
    assert.equal(anchored(world), 6);
    world.close();
  }
});

test('given an anchor file cut short at any length, when it is read, then it is one of its slots or unreadable, never an error', async t => {
  const folder = await homeWith(t, 2);
  const world = await openAudit(folder);
  const states = new Set<string>();
  for (let length = 1024; length >= 0; length -= 16) {
    truncateSync(anchorPath(folder), length);
    states.add(String(anchored(world)));
  }
  assert.ok(states.has('unreadable'));
  assert.ok(
    [...states].every(state => ['1', '2', 'unreadable'].includes(state)),
    [...states].join(),
  );
  world.close();
});

interface Hiding {
  /** Done to the files before the home is opened, or to the open database. */
  readonly files?: (folder: string) => void;
  readonly sql?: string;
  readonly found: RegExp;
}

/** What somebody might try who has something to hide, and how the next start says it. */
const hidings: Readonly<Record<string, Hiding>> = {
  'the newest rows deleted': {
    sql: 'DELETE FROM audit WHERE n > 10',
    found: /ends at row 10 and its anchor is at row 12: 2 rows were cut off/,
  },
  'all rows deleted': { sql: 'DELETE FROM audit', found: /ends at row 0 and its anchor is at row 12/ },
  'the anchor removed': { files: folder => rmSync(anchorPath(folder)), found: /the anchor is missing/ },
  'the anchor overwritten': {
    files: folder => writeFileSync(anchorPath(folder), 'x'.repeat(1024)),
    found: /the anchor cannot be read/,
  },
  'the newest row and its hash made anew': {
    sql: "UPDATE audit SET subject = 'x', hash = 'x' WHERE n = 12",
    found: /row 12 (is not the one that was signed|was changed, or does not follow the row before it)/,
  },
  'the key removed, so that a new one is made': {
    files: folder => rmSync(join(folder, 'keys'), { recursive: true }),
    found: /signed with another key/,
  },
};

for (const [what, { files, sql, found }] of Object.entries(hidings))
  test(`given ${what}, when the home is opened, then it is said, noted in the chain before all else, and stays until it is accepted`, async t => {
    const folder = await homeWith(t, 12);
    files?.(folder);
    const world = await openAudit(folder, { between: database => void (sql && database.exec(sql)) });
    assert.match(world.log.broken?.problem ?? '', found);
    assert.match(verified(world).broken?.problem ?? '', found);
    assert.match(world.log.page({ limit: 1 }).chain.broken?.problem ?? '', found);
    world.log.record({ kind: 'agent.started', subject: 'agent' });
    const [broken, started] = world.store.after(0, 100).slice(-2);
    assert.deepEqual([broken?.kind, started?.kind], ['chain.broken', 'agent.started']);
    world.close();

    const later = await openAudit(folder);
    assert.equal(later.log.broken, undefined, 'it is in the chain now');
    assert.match(verified(later).broken?.problem ?? '', /found at a start|was changed, or does not follow/);
    later.log.accept();
    const accepted = later.store.head();
    later.log.accept();
    assert.deepEqual(later.store.head(), accepted, 'there is nothing left to accept');
    assert.equal(verified(later).broken, undefined);
    assert.notEqual(verified(later).accepted, 0);
    later.close();
    const last = await openAudit(folder);
    assert.equal(last.log.page({ limit: 1 }).chain.broken, undefined);
    last.close();
  });

test('given an older copy of the database put back, when the home is opened, then the chain is shorter than its anchor', async t => {
  const folder = await homeWith(t, 4);
  const file = join(folder, 'straylight.db');
  const world = await openAudit(folder);
  world.database.pragma('wal_checkpoint(TRUNCATE)');
  copyFileSync(file, `${file}.backup`);
  for (const name of ['x', 'y', 'z']) world.log.record(called(name));
  world.close();
  rmSync(`${file}-wal`, { force: true });
  copyFileSync(`${file}.backup`, file);
  const again = await openAudit(folder);
  assert.match(again.log.broken?.problem ?? '', /ends at row 4 and its anchor is at row 7/);
  again.close();
});

test('given the table emptied and anchor and key removed with it, when the home is opened, then what else is stored says there was a chain', async t => {
  const folder = await homeWith(t, 3);
  const emptied = await openAudit(folder);
  emptied.database.exec(`
    DELETE FROM audit;
    INSERT INTO boots (id, program, started_at, ended_at) VALUES ('b', '1', 1, ${2 ** 50});`);
  emptied.close();
  rmSync(anchorPath(folder), { force: true });
  rmSync(join(folder, 'keys'), { recursive: true });
  const world = await openAudit(folder);
  assert.match(world.log.broken?.problem ?? '', /the anchor is missing/);
  world.close();
});

test('given a row changed in the middle, when the chain is looked at a piece at a time, then the break is named and stays', async t => {
  const folder = await homeWith(t, 20);
  const world = await openAudit(folder, {
    between: database => void database.exec("UPDATE audit SET subject = 'harmless' WHERE n = 7"),
  });
  assert.equal(world.log.broken, undefined, 'the start compares the end alone');
  const { chain } = world.log.page({ limit: 5 });
  assert.deepEqual([chain.rows, chain.verified, chain.broken?.n], [20, 20, 7]);
  assert.equal(verified(world).broken?.n, 7);
  world.close();
});

test('given rows of several kinds, when pages are asked for, then kind, family, direction and cursor are kept', async t => {
  const world = await openAudit(auditHome(t));
  const kinds: AuditKind[] = ['tool.called', 'approval.asked', 'approval.ended', 'tool.called', 'gate.blocked'];
  for (const kind of kinds) world.log.record({ kind, subject: 'x' });
  const numbers = (query: Parameters<typeof world.log.page>[0]) => {
    const { entries, next } = world.log.page(query);
    return [entries.map(({ n }) => n), next];
  };
  assert.deepEqual(numbers({ limit: 2 }), [[5, 4], 4]);
  assert.deepEqual(numbers({ limit: 2, before: 4 }), [[3, 2], 2]);
  assert.deepEqual(numbers({ limit: 2, before: 2 }), [[1], undefined]);
  assert.deepEqual(numbers({ limit: 9, after: 3 }), [[4, 5], undefined]);
  assert.deepEqual(numbers({ limit: 9, kind: 'approval' }), [[3, 2], undefined]);
  assert.deepEqual(numbers({ limit: 9, kind: 'tool.called', after: 0 }), [[1, 4], undefined]);
  assert.deepEqual(numbers({ limit: 9, kind: 'too' }), [[], undefined]);
  world.close();
});

test('given tool calls and approvals without their row, when they are looked for, then exactly they are named', async t => {
  const world = await openAudit(auditHome(t));
  world.log.record(called('known'));
  world.log.record({ kind: 'approval.ended', subject: 'approval:known' });
  const at = 2 ** 50;
  const call = world.database.prepare(
    `INSERT INTO tool_calls VALUES (?, 's', 't', 'c', 'tool', '', 0, '[]', 'done', 0, 1, ?, NULL)`,
  );
  call.run('tool-call:known', at);
  call.run('tool-call:hidden', at);
  call.run('tool-call:before-there-was-a-chain', 1);
  const approval = world.database.prepare(
    `INSERT INTO approvals (address, session, card, exact, shown, state, rev, at, decided_at) VALUES (?, 's', ?, '', '[]', ?, 1, 0, ?)`,
  );
  approval.run('approval:known', '{}', 'granted', at);
  approval.run('approval:pending', '{}', 'pending', null);
  approval.run('approval:may-be-undone', '{"undoUntil":5}', 'granted', at);
  approval.run('approval:hidden', '{}', 'denied', at);
  assert.deepEqual(world.log.unrecorded(), ['tool-call:hidden', 'approval:hidden']);
  world.close();
});

test('given an anchor that cannot be written, when rows are committed, then they stand, the trouble is told, and it ends with the next that can', async t => {
  const world = await openAudit(auditHome(t));
  let fails = true;
  const { auditLog } = await import('../../../src/adapters/audit/log.ts');
  const log = auditLog({
    ...world,
    anchor: {
      ...world.anchor,
      write(head, at) {
        if (fails) throw new Error('ENOSPC: no space left on device');
        world.anchor.write(head, at);
      },
    },
    clock: { now: () => 1 },
    redact: value => value,
  });
  log.record(called('a'));
  assert.match(log.trouble ?? '', /ENOSPC/);
  assert.equal(world.store.head().n, 1);
  fails = false;
  log.record(called('b'));
  assert.equal(log.trouble, undefined);
  assert.deepEqual(verified(world), { rows: 2, accepted: 0 });
  world.close();
});
