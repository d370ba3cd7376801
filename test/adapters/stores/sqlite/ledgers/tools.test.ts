import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { sqliteToolLedger } from '../../../../../src/adapters/stores/sqlite/ledgers/tools.ts';

const home = mkdtempSync(join(tmpdir(), 'straylight-'));
const open = () => openDatabase({ file: join(home, 'straylight.db'), synchronous: 'normal', now: Date.now });
let database = open();
after(() => {
  database.close();
  rmSync(home, { recursive: true, force: true });
});

test('given facts about a tool, when the file is opened again, then they are there; one that is taken away is gone', () => {
  let ledger = sqliteToolLedger(database);
  assert.deepEqual(ledger.get('a'), { name: 'a', enabled: true, calls: 0, failures: 0, failuresInRow: 0, version: 0 });
  assert.deepEqual(ledger.all(), []);
  ledger.change('a', {
    pinned: 'v1',
    commit: 'c1',
    version: 2,
    changedAt: 7,
    enabled: false,
    problem: 'bad',
    seen: 'v0',
  });
  ledger.change('a', { problem: undefined });
  database.close();
  database = open();
  ledger = sqliteToolLedger(database);
  const kept = { name: 'a', enabled: false, pinned: 'v1', seen: 'v0', commit: 'c1', version: 2, changedAt: 7 };
  assert.deepEqual(ledger.get('a'), { ...kept, calls: 0, failures: 0, failuresInRow: 0 });
  assert.deepEqual(ledger.all(), [ledger.get('a')]);
});

test('given runs, when they are counted, then each call counts once, the newest come first and no more than a hundred are kept', () => {
  const ledger = sqliteToolLedger(database);
  for (let n = 0; n < 130; n++) {
    const run = { call: `call-${n}`, tool: 'b', hash: 'v1', ms: n + 0.5, at: n };
    const one = n % 2 === 0 ? { ...run, ok: true } : { ...run, ok: false, error: `no ${n}` };
    assert.equal(ledger.ran(one).calls, n + 1);
    assert.equal(ledger.ran(one).calls, n + 1, 'again');
  }
  ledger.ran({ call: 'other', tool: 'c', hash: 'v1', ok: true, ms: 1, at: 1 });
  const runs = ledger.runs('b', 1000);
  assert.equal(runs.length, 100);
  assert.deepEqual(runs[0], {
    call: 'call-129',
    tool: 'b',
    hash: 'v1',
    ok: false,
    ms: 129.5,
    error: 'no 129',
    at: 129,
  });
  assert.deepEqual([ledger.get('b').failures, ledger.get('b').lastError, ledger.get('b').tested], [65, 'no 129', 'v1']);
  ledger.remove('b');
  assert.deepEqual([ledger.runs('b', 10), ledger.get('b').calls, ledger.get('c').calls], [[], 0, 1]);
});
