/** Conversations that an older version has stored. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sessionMachine } from '../../../src/machines/session/chart.ts';
import { type Context, newCalling, newOwner, newTrust } from '../../../src/machines/session/context.ts';
import { migrateSession } from '../../../src/machines/session/migrate.ts';
import { sessionView } from '../../../src/machines/session/view.ts';
import { storedAs } from '../play.ts';
import { asks, born, down, type Session, says, session, stop, thinking } from '../talk.ts';

const { language, ...terms } = born;
const place = { address: 'session:terminal:main', channel: 'terminal', chat: 'main' };
const migrated = (context: object, version: string) =>
  migrateSession({ status: 'active', value: 'idle', context }, version) as { readonly context: Context } | undefined;

suite('a conversation of an older version', () => {
  /** What each version has kept from its first step on. */
  const oldest = { ...place, ...terms, language, turn: null, next: null, taint: 'owner', spawned: 2, open: {} };

  test('given one that knew the least, when it is taken over, then what it did not know is as in a new one', () => {
    assert.deepEqual(migrated(oldest, '2'), {
      status: 'active',
      value: 'idle',
      context: {
        born: { ...place, ...terms },
        owner: newOwner('en'),
        trust: newTrust,
        turn: null,
        calling: newCalling,
        open: { calls: {}, spawned: 2, next: null, later: [] },
      },
    });
  });

  test('given one whose models had names, when it is taken over, then its model is a place in line', () => {
    const placeOf = (route: string) => migrated({ ...oldest, route }, '1')?.context.calling;
    assert.deepEqual(placeOf('default'), { ...newCalling, route: 1, models: 2 });
    assert.deepEqual(placeOf('session'), { ...newCalling, route: 0, models: 2 });
  });

  test('given one of version 7, when it is taken over, then it stands where it stood, also in mid-turn', () => {
    const stored = storedAs(sessionMachine, thinking());
    assert.deepEqual(migrateSession(stored, '7'), stored);
  });

  test('given one that no version has written, when it is taken over, then it cannot be', () =>
    assert.equal(migrated(oldest, '0'), undefined));
});

/** As version 6 kept it: all values side by side. */
function flat({ born, owner, trust, turn, calling, open }: Context): object {
  const { newest, ...told } = owner;
  const { until, ...trusted } = trust;
  const { id = null, ...done } = turn ?? {};
  return {
    ...born,
    ...told,
    allotment: newest,
    ...trusted,
    trustedUntil: until,
    ...done,
    turn: id,
    ...calling,
    open: open.calls,
    spawned: open.spawned,
    next: open.next?.turn ?? null,
    nextTerms: open.next?.terms ?? null,
    later: open.later,
  };
}

const restored = { type: 'trust.restored', until: 7, by: 'cli' };
const soon = { priority: 'high', deadlineMs: 60_000, only: 'local' };

for (const [what, stand] of [
  ['at rest, which its owner has trusted', () => session().send(restored)],
  [
    'whose model writes, on terms',
    () =>
      session()
        .send(says('m1', 'soon', soon))
        .ends('recall', { recalled: ['a'] }),
  ],
  ['whose model does not answer', () => thinking().fails('completion', down)],
  ['whose tools run, with words that nobody has read', () => acting().send(says('m2'))],
  ['with a message that waits for its own turn', () => acting().send(says('m2', 'apart', { ownTurn: true }))],
  [
    'that is being stopped, with words for the next turn',
    () =>
      acting()
        .send(stop)
        .send(says('m2', 'soon', soon)),
  ],
] as const)
  suite(`given a conversation of version 6 ${what}`, () => {
    const { context } = stand();

    test('when it is taken over, then it stands where it stood', () =>
      assert.deepEqual(migrated(flat(context), '6')?.context, context));

    test('when it is viewed before that, then it is seen as afterwards', () => {
      const { value } = storedAs(sessionMachine, stand());
      assert.deepEqual(sessionView({ value, context: flat(context) }), sessionView({ value, context }));
    });
  });

function acting(): Session {
  return thinking().ends('completion', asks(['clock']));
}
