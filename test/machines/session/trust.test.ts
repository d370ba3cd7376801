/** A conversation that holds text from outside, and its owner's word that it may be trusted again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asks, reply, result, says, thinking } from '../talk.ts';

const lowered = () =>
  thinking()
    .ends('completion', asks(['fetch']))
    .ends('call-1', result({ tool: 'fetch', taint: 'external' }));

test('given a conversation that holds text from outside, when its owner trusts it again, then that is noted with who and why, and counts for what it held', () => {
  const idle = lowered()
    .ends('completion', reply({ taint: 'external' }))
    .ends('evaluation', { claims: [] });
  assert.deepEqual([idle.leaf, idle.context.trust.taint], ['idle', 'external']);
  const { distrust } = idle.context.trust;
  const after = idle.send({ type: 'trust.restored', until: 7_000, by: 'telegram:42' });
  assert.deepEqual(after.wrote('noteTrust'), [
    { by: 'telegram:42', until: 7_000, taint: 'external', source: distrust },
  ]);
  assert.deepEqual([after.context.trust.taint, after.context.trust.distrust, after.leaf], ['owner', null, 'idle']);
  const next = after.send(says('m2')).ends('recall', { recalled: [] });
  assert.equal(next.started('completion')?.['trustedUntil'], 7_000);
  // what was not there then counts
  const again = next.ends('completion', asks(['fetch'])).ends('call-2', result({ tool: 'fetch', taint: 'external' }));
  assert.equal(again.context.trust.taint, 'external');
});

test('given a turn that runs, when its owner trusts the conversation, then nothing changes: what the model has read already is not trusted', () => {
  const after = lowered().send({ type: 'trust.restored', until: 7_000, by: 'cli' });
  assert.deepEqual([after.context.trust.taint, after.asked], ['external', []]);
});

for (const taint of ['owner', 'external'] as const)
  test(`given words of the agent that are trusted as ${taint}, when the owner answers them, then his own words are his, and the conversation is trusted no further than what he quotes`, () => {
    const answers = { body: 'what was said', taint };
    const after = thinking()
      .ends('completion', reply())
      .send({ ...says('m2'), answers });
    const [quoted, own] = after.wrote('appendMessage').slice(-2);
    assert.deepEqual(
      [quoted?.['id'], quoted?.['role'], quoted?.['body'], quoted?.['taint'], quoted?.['isQuoted']],
      ['m2/answers', 'notice', 'what was said', taint, true],
    );
    assert.deepEqual([own?.['id'], own?.['role'], own?.['taint']], ['m2', 'owner', 'owner']);
    assert.equal(after.context.trust.taint, taint);
    const source = 'an earlier message with outside text, which you answered';
    assert.equal(after.context.trust.distrust ?? null, taint === 'external' ? source : null);
  });
