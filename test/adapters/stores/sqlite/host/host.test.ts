import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { openDatabase } from '../../../../../src/adapters/stores/sqlite/database.ts';
import { sqliteHostStore } from '../../../../../src/adapters/stores/sqlite/host/host.ts';
import type { ActorRecord, EffectRecord, HostStore, JournalRecord } from '../../../../../src/ports/store.ts';

function opened(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-host-'));
  const file = join(folder, 'host.db');
  let database = openDatabase({ file, synchronous: 'normal', now: () => 1 });
  t.after(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    store: sqliteHostStore(database),
    /** The file opened anew, as by the next process. */
    again(): HostStore {
      database.close();
      database = openDatabase({ file, synchronous: 'normal', now: () => 1 });
      return sqliteHostStore(database);
    },
    run: (sql: string) => database.prepare(sql).run(),
    count: (table: string) =>
      (database.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count,
  };
}

const actor = (address: string, change: Partial<ActorRecord> = {}): ActorRecord => ({
  address,
  machine: 'job',
  version: '1',
  status: 'active',
  leaf: 'idle',
  tags: '["resting"]',
  state: '{"value":"idle"}',
  children: '{}',
  input: '{"x":1}',
  parent: null,
  childId: null,
  seq: 1,
  incarnation: 0,
  hash: 'h',
  since: 10,
  startedAt: 10,
  lastAt: 10,
  lastEvent: 'xstate.init',
  problem: null,
  ...change,
});
const entry = (address: string, seq: number, at = seq): JournalRecord => ({
  address,
  seq,
  at,
  event: `{"type":"e${seq}"}`,
  value: '"idle"',
  path: '[]',
  effects: '[]',
  micros: 5,
  hash: `h${seq}`,
  code: 'c',
});
const effect = (address: string, change: Partial<EffectRecord> = {}): EffectRecord => ({
  address,
  owner: address.split('#')[0] ?? '',
  childId: 'work',
  src: 'work',
  policy: 'repeatable',
  key: address,
  input: '{"what":1}',
  status: 'pending',
  leftAt: null,
  boot: 'b1',
  attempt: 1,
  outcome: null,
  at: 5,
  ...change,
});
const addresses = (rows: readonly { readonly address: string }[]) => rows.map(({ address }) => address).toSorted();

suite('transactions', () => {
  test('given work that succeeds, when it is committed, then another process reads it, and its answer comes back', t => {
    const { store, again } = opened(t);
    assert.equal(
      store.transaction(() => {
        store.accept('a', 1);
        return 'done';
      }),
      'done',
    );
    assert.equal(again().wasAccepted('a'), true);
  });

  test('given work that throws, when it is undone, then nothing of it is there and the next one works', t => {
    const { store } = opened(t);
    const broken = () =>
      store.transaction(() => {
        store.accept('a', 1);
        throw new Error('it broke');
      });
    assert.throws(broken, /it broke/);
    assert.deepEqual([store.wasAccepted('a'), store.isOpen()], [false, false]);
    store.transaction(() => store.accept('b', 1));
    assert.equal(store.wasAccepted('b'), true);
  });

  test('given a part that throws, when it is undone alone, then what stood before and after it is kept', t => {
    const { store } = opened(t);
    store.transaction(() => {
      assert.equal(store.isOpen(), true);
      store.accept('before', 1);
      assert.throws(
        () =>
          store.savepoint(() => {
            store.accept('in it', 1);
            store.savepoint(() => store.accept('deeper', 1));
            throw new Error('it broke');
          }),
        /it broke/,
      );
      assert.equal(
        store.savepoint(() => store.accept('after', 1)),
        true,
      );
    });
    assert.deepEqual(['before', 'in it', 'deeper', 'after'].map(store.wasAccepted), [true, false, false, true]);
  });

  test('given an actor that was undone, when another takes its place, then each has its own row and journal', t => {
    const { store } = opened(t);
    const broken = (work: () => void) => {
      work();
      throw new Error('it broke');
    };
    store.transaction(() => {
      assert.throws(() => store.savepoint(() => broken(() => store.insertActor(actor('job:a')))), /it broke/);
      store.insertActor(actor('job:b'));
      store.insertActor(actor('job:a'));
      store.insertJournal(entry('job:a', 1));
    });
    assert.throws(() => store.transaction(() => broken(() => store.insertActor(actor('job:c')))), /it broke/);
    store.transaction(() => {
      store.insertActor(actor('job:d'));
      store.updateActor(actor('job:a', { leaf: 'moved' }));
      assert.throws(() => store.insertJournal(entry('job:c', 1)), /NOT NULL/);
    });
    assert.deepEqual(
      ['job:a', 'job:b', 'job:c', 'job:d'].map(address => [
        store.actor(address)?.leaf,
        store.journal(address, { limit: 9 }).length,
      ]),
      [
        ['moved', 1],
        ['idle', 0],
        [undefined, 0],
        ['idle', 0],
      ],
    );
  });

  test('given no transaction, when a part of one is asked for, then it is refused', t => {
    const { store } = opened(t);
    assert.throws(() => store.savepoint(() => {}), /outside a transaction/);
  });
});

suite('keys that were taken', () => {
  test('given a key, when it is taken again, also by the next process, then it is not new', t => {
    const { store, again } = opened(t);
    assert.equal(store.wasAccepted('telegram:77'), false);
    assert.deepEqual([store.accept('telegram:77', 1), store.accept('telegram:77', 2)], [true, false]);
    assert.equal(again().accept('telegram:77', 3), false);
  });
});

suite('actors', () => {
  test('given a row, when it is written and changed, then it is read back whole', t => {
    const { store, again } = opened(t);
    const row = actor('job:1', { parent: 'session:a', childId: 'call-1', problem: 'why' });
    store.insertActor(row);
    assert.deepEqual(store.actor('job:1'), row);
    const changed: ActorRecord = { ...row, seq: 2, status: 'suspended', leaf: 'x.y', state: '{}', lastAt: 20 };
    store.updateActor(changed);
    const reopened = again();
    assert.deepEqual(reopened.actor('job:1'), changed);
    assert.equal(reopened.actor('job:2'), undefined);
  });

  test('given the same address twice, when it is inserted, then the second is refused', t => {
    const { store } = opened(t);
    store.insertActor(actor('job:1'));
    assert.throws(() => store.insertActor(actor('job:1')), /UNIQUE/);
  });

  test('given actors of every status, when they are listed and counted, then ended ones come only if they ended late enough', t => {
    const { store } = opened(t);
    for (const status of ['active', 'suspended', 'quarantined', 'done', 'stopped'] as const)
      store.insertActor(actor(`job:${status}`, { status, lastAt: 100 }));
    store.insertActor(actor('job:old', { status: 'done', lastAt: 50 }));
    assert.deepEqual(addresses(store.actors(99)), [
      'job:active',
      'job:done',
      'job:quarantined',
      'job:stopped',
      'job:suspended',
    ]);
    assert.deepEqual(addresses(store.actors(100)), ['job:active', 'job:quarantined', 'job:suspended']);
    assert.deepEqual({ ...store.countActors() }, { active: 1, suspended: 1, quarantined: 1 });
  });

  test('given kinds, when they are counted and asked for, then each is found', t => {
    const { store } = opened(t);
    for (const number of [1, 2]) store.insertActor(actor(`job:${number}`, { parent: 'session:a' }));
    store.insertActor(actor('job:3', { leaf: 'working' }));
    store.insertActor(actor('job:4', { status: 'done' }));
    assert.deepEqual(
      store.census().map(({ leaf, count }) => [leaf, count]),
      [
        ['idle', 2],
        ['working', 1],
      ],
    );
    assert.deepEqual(store.actorsIn('job', '1', 'idle').toSorted(), ['job:1', 'job:2']);
  });
});

suite('what nothing will ever move', () => {
  const busy = (address: string, change: Partial<ActorRecord> = {}) => actor(address, { tags: '["busy"]', ...change });
  const timer = { id: 't', event: '{}', due: 9 };

  const reasons: readonly (readonly [string, (store: HostStore) => void])[] = [
    ['a message', store => store.enqueue({ target: 'job:1', event: '{}', child: null, attempts: 0 })],
    ['a timer', store => store.setTimer({ owner: 'job:1', target: 'job:1', ...timer })],
    ['a timer of another', store => store.setTimer({ owner: 'x', target: 'job:1', ...timer })],
    ['an effect that waits', store => store.insertEffect(effect('job:1#1.0'))],
    ['an effect that runs', store => store.insertEffect(effect('job:1#1.0', { status: 'running' }))],
    ['a child that lives', store => store.insertActor(actor('kid:1', { parent: 'job:1' }))],
    ['a child set aside', store => store.insertActor(actor('kid:1', { parent: 'job:1', status: 'quarantined' }))],
  ];
  for (const [what, give] of reasons)
    test(`given ${what}, when it is asked for, then that is a reason to move`, t => {
      const { store } = opened(t);
      store.insertActor(busy('job:1'));
      give(store);
      assert.deepEqual(store.wedged(), []);
    });

  test('given none of these, when it is asked for, then it is named; what rests or has ended is not', t => {
    const { store } = opened(t);
    store.insertActor(busy('job:1'));
    store.insertActor(actor('job:resting'));
    store.insertActor(busy('job:over', { status: 'done' }));
    store.insertActor(busy('job:aside', { status: 'suspended' }));
    store.insertActor(actor('kid:1', { parent: 'job:1', status: 'done' }));
    store.insertEffect(effect('job:1#1.0', { status: 'running', policy: 'once' }));
    store.updateEffect({ ...effect('job:1#1.0'), status: 'done' });
    assert.deepEqual(store.wedged(), ['job:1']);
  });
});

suite('the inbox', () => {
  test('given messages, when they are read, then they come in the order they were put in, with their attempts', t => {
    const { store, again } = opened(t);
    const put = (target: string, event: string) => store.enqueue({ target, event, child: null, attempts: 0 });
    const [first, second, third] = [put('a', '1'), put('b', '2'), put('a', '3')];
    store.countAttempt(third);
    store.dequeue(first);
    const reopened = again();
    const rows = reopened.inbox();
    assert.deepEqual(
      rows.map(({ id, target, attempts }) => [id, target, attempts]),
      [
        [second, 'b', 0],
        [third, 'a', 1],
      ],
    );
    assert.deepEqual([reopened.countInbox('a'), reopened.countInbox('nobody')], [1, 0]);
  });

  test('given an actor that ended, when its messages are dropped, then those of others stay', t => {
    const { store } = opened(t);
    for (const target of ['a', 'b', 'a']) store.enqueue({ target, event: '{}', child: null, attempts: 0 });
    store.dropInbox('a');
    assert.deepEqual(
      store.inbox().map(({ target }) => target),
      ['b'],
    );
  });

  test('given a number that was used, when messages go and come, then it is not used again', t => {
    const { store } = opened(t);
    const put = () => store.enqueue({ target: 'a', event: '{}', child: null, attempts: 0 });
    const first = put();
    store.dequeue(first);
    assert.ok(put() > first);
  });
});

suite('journal and snapshots', () => {
  function journaled(t: TestContext, steps: number) {
    const rig = opened(t);
    rig.store.insertActor(actor('job:1', { seq: steps }));
    rig.store.insertActor(actor('job:2'));
    for (let seq = 1; seq <= steps; seq += 1) rig.store.insertJournal(entry('job:1', seq));
    rig.store.insertJournal(entry('job:2', 1));
    return rig;
  }
  const seqs = (rows: readonly JournalRecord[]) => rows.map(({ seq }) => seq);

  test('given steps, when they are read, then they are whole, by page or from a place on, and of one actor alone', t => {
    const { store } = journaled(t, 10);
    assert.deepEqual(store.journal('job:1', { limit: 1 }), [entry('job:1', 10)]);
    assert.deepEqual(seqs(store.journal('job:1', { limit: 3 })), [8, 9, 10]);
    assert.deepEqual(seqs(store.journal('job:1', { before: 8, limit: 3 })), [5, 6, 7]);
    assert.deepEqual(seqs(store.journal('job:1', { before: 1, limit: 3 })), []);
    assert.deepEqual(seqs(store.journalAfter('job:1', 7)), [8, 9, 10]);
    assert.deepEqual(seqs(store.journalAfter('job:1', 7, 9)), [8, 9]);
    assert.deepEqual(store.journalAfter('nobody', 0), []);
  });

  test('given steps of several actors, when the last ones are read, then they come as they were written, oldest first', t => {
    const { store } = journaled(t, 10);
    assert.deepEqual(
      store.lastSteps(3).map(({ address, seq }) => [address, seq]),
      [
        ['job:1', 9],
        ['job:1', 10],
        ['job:2', 1],
      ],
    );
  });

  test('given a step that is there already, or an actor that is not, when it is written, then it is refused', t => {
    const { store } = journaled(t, 2);
    assert.throws(() => store.insertJournal(entry('job:1', 2)), /UNIQUE/);
    assert.throws(() => store.insertJournal(entry('nobody', 1)), /NOT NULL/);
  });

  test('given snapshots, when one is asked for, then it is the newest at or before that step', t => {
    const { store } = journaled(t, 10);
    const snapshot = (seq: number) => ({ address: 'job:1', seq, version: '1', state: `{"n":${seq}}`, children: '{}' });
    for (const seq of [3, 6]) store.insertSnapshot(snapshot(seq));
    store.insertSnapshot({ ...snapshot(6), state: '{"n":"new"}' });
    assert.equal(store.snapshotAt('job:1', 2), undefined);
    assert.deepEqual(store.snapshotAt('job:1', 3), snapshot(3));
    assert.deepEqual(store.snapshotAt('job:1', 5), snapshot(3));
    assert.equal(store.snapshotAt('job:1', 99)?.state, '{"n":"new"}');
  });
});

suite('effects', () => {
  test('given an effect, when it is written, changed and removed, then each is read back', t => {
    const { store, again } = opened(t);
    const row = effect('job:1#1.0');
    store.insertEffect(row);
    assert.deepEqual(store.effect(row.address), row);
    store.updateEffect({ ...row, status: 'running', boot: 'b2', attempt: 2 });
    assert.deepEqual(store.effect(row.address), { ...row, status: 'running', boot: 'b2', attempt: 2 });
    assert.deepEqual(addresses(store.openEffects()), [row.address]);
    store.removeEffect(row.address);
    assert.equal(again().effect(row.address), undefined);
  });

  test('given what is settled, when open ones are asked for, then it is none of them, and its input is gone', t => {
    const { store } = opened(t);
    for (const [index, status] of (['done', 'failed', 'cancelled', 'unknown'] as const).entries()) {
      const row = effect(`job:1#${index}.0`, { policy: 'once', status: 'running' });
      store.insertEffect(row);
      store.updateEffect({ ...row, status, outcome: '{"kind":"done"}' });
      assert.deepEqual(store.effect(row.address), { ...row, status, outcome: '{"kind":"done"}', input: '{}' });
    }
    assert.deepEqual(store.openEffects(), []);
  });

  test('given an act, when it was started, then it is found under its key, and what only waits is not', t => {
    const { store } = opened(t);
    const waiting = effect('job:1#1.0', { policy: 'once', key: 'act' });
    store.insertEffect(waiting);
    assert.equal(store.act('act'), undefined);
    store.updateEffect({ ...waiting, status: 'running' });
    assert.equal(store.act('act')?.address, waiting.address);
    store.updateEffect({ ...waiting, status: 'unknown' });
    assert.equal(store.act('act')?.status, 'unknown');
    store.insertEffect(effect('job:1#2.0', { key: 'read', status: 'running' }));
    assert.equal(store.act('read'), undefined, 'what may run again is no act');
  });

  test('given an act that was started, when another is started under its key, then the file itself refuses', t => {
    const { store } = opened(t);
    store.insertEffect(effect('job:1#1.0', { policy: 'once', key: 'act', status: 'running' }));
    const second = effect('job:1#2.0', { policy: 'once', key: 'act' });
    assert.throws(() => store.insertEffect({ ...second, status: 'running' }), /UNIQUE/);
    store.insertEffect(second);
    assert.throws(() => store.updateEffect({ ...second, status: 'running' }), /UNIQUE/);
  });
});

suite('timers', () => {
  const timer = (owner: string, id: string, due: number) => ({ owner, id, target: owner, event: '{"type":"t"}', due });

  test('given timers, when the due ones are asked for, then the earliest come first, as many as wanted', t => {
    const { store, again } = opened(t);
    for (const [owner, due] of [
      ['a', 30],
      ['b', 10],
      ['c', 20],
    ] as const)
      store.setTimer(timer(owner, 't', due));
    assert.equal(store.nextDue(), 10);
    assert.deepEqual(
      again()
        .timersDue(20, 9)
        .map(({ owner }) => owner),
      ['b', 'c'],
    );
  });

  test('given an instant, when a timer is due at it, then it is due', t => {
    const { store } = opened(t);
    store.setTimer(timer('a', 't', 10));
    assert.deepEqual([store.timersDue(9, 9).length, store.timersDue(10, 9).length], [0, 1]);
  });

  test('given a timer that is set anew, when the old one fires, then it is not taken; the new one is, once', t => {
    const { store } = opened(t);
    store.setTimer(timer('a', 't', 10));
    store.setTimer(timer('a', 't', 50));
    assert.equal(store.timersOf('a').length, 1);
    assert.deepEqual([store.takeTimer('a', 't', 10), store.takeTimer('a', 't', 50)], [false, true]);
    assert.deepEqual([store.takeTimer('a', 't', 50), store.nextDue()], [false, undefined]);
  });

  test('given several timers of several owners, when some are removed, then the others stay', t => {
    const { store } = opened(t);
    for (const id of ['x', 'y', 'z']) store.setTimer(timer('a', id, 10));
    store.setTimer(timer('b', 'x', 10));
    store.removeTimer('a', 'x');
    store.removeTimer('a', 'never');
    assert.deepEqual(
      store.timersOf('a').map(({ id }) => id),
      ['y', 'z'],
    );
    store.removeTimers('a');
    assert.deepEqual([store.timersOf('a').length, store.timersOf('b').length], [0, 1]);
  });
});

suite('what stands apart', () => {
  test('given a letter nobody could take, when it is buried, then it is kept with why', t => {
    const { store, again } = opened(t);
    const letter = { target: 'a', event: '{}', child: null, attempts: 3, failure: '{"kind":"defect"}', at: 5 };
    const id = store.addDeadLetter(letter);
    assert.deepEqual(again().deadLetters(), [{ id, ...letter }]);
  });

  test('given letters, when they are counted, then it is how many there are', t => {
    const { store } = opened(t);
    assert.equal(store.countDeadLetters(), 0);
    store.addDeadLetter({ target: 'a', event: '{}', child: null, attempts: 3, failure: '{}', at: 5 });
    assert.equal(store.countDeadLetters(), 1);
  });

  test('given a long text, when it is kept twice, then it is there once, as it was', t => {
    const { store, count } = opened(t);
    store.putBlob('h', 'text \u0000 ü 👍', 1);
    store.putBlob('h', 'another text under the same name', 2);
    assert.equal(store.blob('h'), 'text \u0000 ü 👍');
    assert.equal(store.blob('none'), undefined);
    assert.equal(count('blobs'), 1);
  });

  test('given boots, when they are looked over, then those that did not end by themselves are counted, since the last that did or that the owner knows of', t => {
    const { store } = opened(t);
    for (const [id, at] of [
      ['b1', 10],
      ['b2', 20],
      ['b3', 30],
      ['b4', 40],
    ] as const)
      store.beginBoot(id, '0.1.0', at);
    store.endBoot('b2', 25);
    assert.deepEqual([store.uncleanBoots(0), store.uncleanBoots(30), store.uncleanBoots(40)], [2, 1, 0]);
    store.settleBoots('b4');
    assert.equal(store.uncleanBoots(0), 1);
  });
});

suite('pruning', () => {
  /** One actor that has ended, one that lives with two snapshots and one without any; all of it at its seq × 10. */
  function aged(t: TestContext) {
    const rig = opened(t);
    const { store } = rig;
    store.insertActor(actor('done:1', { status: 'done', lastAt: 30 }));
    store.insertActor(actor('live:1', { lastAt: 100 }));
    store.insertActor(actor('bare:1', { lastAt: 100 }));
    for (let seq = 1; seq <= 10; seq += 1)
      for (const address of ['done:1', 'live:1', 'bare:1'])
        if (address !== 'done:1' || seq <= 3) store.insertJournal(entry(address, seq, seq * 10));
    for (const seq of [4, 8])
      store.insertSnapshot({ address: 'live:1', seq, version: '1', state: '{}', children: '{}' });
    store.insertSnapshot({ address: 'done:1', seq: 2, version: '1', state: '{}', children: '{}' });
    store.insertEffect(effect('done:1#1.0', { policy: 'once', key: 'act', status: 'running', at: 10 }));
    store.updateEffect({ ...effect('done:1#1.0'), status: 'done' });
    store.insertEffect(effect('live:1#1.0', { policy: 'once', key: 'live act', status: 'running', at: 10 }));
    store.updateEffect({ ...effect('live:1#1.0'), status: 'done' });
    store.insertEffect(effect('live:1#2.0', { at: 10 }));
    store.accept('telegram:1', 1);
    return rig;
  }
  const steps = (store: HostStore, address: string) => store.journalAfter(address, 0).map(({ seq }) => seq);

  test('given an actor that ended long ago, when it is pruned, then all of it goes; one that ended since stays', t => {
    const { store } = aged(t);
    store.prune(30);
    assert.equal(store.actor('done:1')?.status, 'done');
    assert.ok(store.prune(31) > 0);
    assert.equal(store.actor('done:1'), undefined);
    assert.deepEqual([steps(store, 'done:1'), store.snapshotAt('done:1', 99)], [[], undefined]);
    assert.equal(store.effect('done:1#1.0'), undefined);
  });

  test('given a living actor, when it is pruned, then it keeps its newest old snapshot and everything from there on', t => {
    const { store } = aged(t);
    store.prune(65);
    assert.deepEqual(steps(store, 'live:1'), [4, 5, 6, 7, 8, 9, 10]);
    assert.equal(store.snapshotAt('live:1', 4)?.seq, 4);
    store.prune(1000);
    assert.deepEqual(steps(store, 'live:1'), [8, 9, 10]);
    assert.equal(store.snapshotAt('live:1', 7), undefined);
    assert.equal(store.snapshotAt('live:1', 8)?.seq, 8);
  });

  test('given a living actor without a snapshot, when it is pruned, then it keeps its whole journal: a replay needs a start', t => {
    const { store } = aged(t);
    store.prune(1000);
    assert.equal(steps(store, 'bare:1').length, 10);
  });

  test('given acts, open effects and taken keys, when it is pruned, then what fences, what waits and what was taken stays', t => {
    const { store } = aged(t);
    store.prune(1000);
    assert.equal(store.act('live act')?.status, 'done');
    assert.equal(store.effect('live:1#2.0')?.status, 'pending');
    assert.equal(store.wasAccepted('telegram:1'), true);
  });

  test('given nothing that is old, when it is pruned, then nothing goes', t => {
    const { store } = aged(t);
    assert.equal(store.prune(0), 0);
    store.prune(1000);
    assert.equal(store.prune(1000), 0, 'and a second time finds nothing');
  });
});
