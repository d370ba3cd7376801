/** A conversation whose beginning is summarised: for the next model call, or because its owner wants it so. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { down, reply, type Session, says, session, stop } from '../talk.ts';

const full = { recalled: [], models: 2, isFull: true };
const summary = { text: 'Summary of 30 messages.', upTo: 'm9', messages: 30, taint: 'external' } as const;
const compacting = () => session().send(says('m1')).ends('recall', full);
const asked = { type: 'compaction.asked' };
const told = (stand: Session) => stand.wrote('queueDelivery').map(({ body }) => String(body));

suite('a conversation that is full', () => {
  test('given a message, when it begins a turn, then what stands before it is summarised first, in the turn', () => {
    const stand = compacting();
    assert.equal(stand.leaf, 'thinking.compacting');
    assert.deepEqual(stand.started('compaction'), { session: 'session:terminal:main', turn: stand.context.turn?.id });
  });

  test('given a turn for models of this machine alone, when it is summarised, then none other reads it', () => {
    const stand = session()
      .send(says('m1', 'private', { only: 'local' }))
      .ends('recall', full);
    assert.equal(stand.started('compaction')?.['only'], 'local');
  });

  test('given the summary, when it comes, then it is one message, trusted as what it stands for, and one line to the owner', () => {
    const stand = compacting().ends('compaction', { summary });
    assert.equal(stand.leaf, 'thinking.completing');
    const [kept, line] = stand.wrote('appendMessage');
    assert.deepEqual(
      [kept?.['role'], kept?.['body'], kept?.['taint'], kept?.['isSummary']],
      ['notice', summary.text, 'external', true],
    );
    assert.deepEqual(stand.wrote('compact'), [{ summary: kept?.['id'], upTo: 'm9', messages: 30 }]);
    assert.equal(line?.['isAside'], true, 'no model reads the line');
    assert.deepEqual(told(stand), [
      '(30 earlier messages are summarised from here on, so that the conversation fits. Nothing is deleted; /compact undo brings them back.)',
    ]);
    assert.deepEqual(stand.context.trust, compacting().context.trust, 'the turn is trusted as before');
  });

  test('given no summary, when it fails or there is nothing to summarise, then the turn goes on without a word', () => {
    for (const stand of [compacting().fails('compaction', down), compacting().ends('compaction', { summary: null })]) {
      assert.equal(stand.leaf, 'thinking.completing');
      assert.deepEqual([told(stand), stand.wrote('compact'), stand.wrote('appendMessage')], [[], [], []]);
    }
  });

  test('given a message that comes meanwhile, when the summary is there, then the same turn answers both', () => {
    const stand = compacting().send(says('m2')).ends('compaction', { summary });
    assert.equal(stand.leaf, 'thinking.completing');
    const done = stand.ends('completion', reply()).ends('evaluation', { claims: [] });
    assert.equal(done.leaf, 'idle');
  });

  test('given a stop, when it is being summarised, then the turn ends and nothing is summarised', () => {
    const stand = compacting().send(stop);
    assert.equal(stand.leaf, 'idle');
    assert.deepEqual(stand.wrote('compact'), []);
  });

  test('given it is saved in mid-summary, when it is loaded again, then it goes on', () =>
    assert.equal(compacting().restored().ends('compaction', { summary }).leaf, 'thinking.completing'));
});

suite('a summary that the owner asks for', () => {
  test('given a conversation at rest, when it is there, then the turn for it ends without a model call', () => {
    const begun = session().send(asked);
    assert.equal(begun.leaf, 'thinking.summarising');
    const stand = begun.ends('compaction', { summary });
    assert.equal(stand.leaf, 'idle');
    assert.deepEqual(
      stand.wrote('endTurn').map(({ outcome }) => outcome),
      ['done'],
    );
    assert.equal(told(stand).length, 1);
    assert.deepEqual(stand.wrote('reserveSpend'), []);
  });

  test('given no model that answers, when it fails, then its owner reads why, and nothing has changed', () => {
    const stand = session().send(asked).fails('compaction', down);
    assert.equal(stand.leaf, 'idle');
    assert.deepEqual(told(stand), [
      '(The conversation was not summarised, and nothing has changed: peer/model: connection refused)',
    ]);
    assert.deepEqual(
      stand.wrote('endTurn').map(({ outcome }) => outcome),
      ['failed'],
    );
  });

  test('given nothing to summarise, when that is found, then it is said', () =>
    assert.match(told(session().send(asked).ends('compaction', { summary: null }))[0] ?? '', /nothing to summarise/));

  test('given words that come meanwhile, when it is there or fails, then they are answered in the same turn', () => {
    const begun = session().send(asked).send(says('m1'));
    for (const stand of [begun.ends('compaction', { summary }), begun.fails('compaction', down)]) {
      assert.equal(stand.leaf, 'thinking.recalling');
      assert.deepEqual(stand.wrote('endTurn'), []);
      assert.equal(stand.ends('recall', { recalled: [] }).leaf, 'thinking.completing');
    }
  });

  test('given a conversation at work, when it is asked for, then nothing comes of it', () => {
    const at = session().send(says('m1')).ends('recall', { recalled: [] });
    assert.equal(at.send(asked).leaf, 'thinking.completing');
  });
});
