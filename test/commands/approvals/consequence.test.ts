import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consequence } from '../../../src/commands/approvals/consequence.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import type { ChatMessage } from '../../../src/domain/supervision/view.ts';
import { type FakeAgent, fakeAgent, report } from '../fake-agent.ts';

const call = { address: 'tool-call:c1', session: 'session:terminal:main' };

function follow(agent: FakeAgent, more: Partial<Parameters<typeof consequence>[0]> = {}) {
  const notes: string[] = [];
  const { signal } = new AbortController();
  const onNote = (note: string) => void notes.push(note);
  const said = consequence({ agent, call, language: 'en', signal, onNote, askEveryMs: 1, ...more });
  return { notes, said };
}

const notice = (id: string, turn: string, text: string): ChatMessage => ({ id, turn, role: 'notice', text, at: 1 });

test('given a reply to another message, when it comes before the result of the call, then only what was said to the call counts', async () => {
  const agent = fakeAgent();
  const { said } = follow(agent, { askEveryMs: 60_000 });
  agent.emit({ type: 'turn', report: report('other', { reply: 'Hello.' }) });
  agent.stored.push(notice('tool-call:c1', 'tool-call:c1#3', 'gone'));
  agent.emit({ type: 'turn', report: report('tool-call:c1#3', { reply: 'Done: Run it.' }) });
  assert.equal(await said, 'Done: Run it.');
});

test('given a result that came in the turn of another message, when it is told, then it is the result itself and not that reply', async () => {
  const agent = fakeAgent();
  agent.turns.set('other', report('other', { reply: 'Hello.' }));
  agent.stored.push(
    notice('tool-call:c1/late', 'other', 'Denied: Run it.'),
    notice('tool-call:c1', 'other', 'You denied this. Not run.'),
  );
  assert.equal(await follow(agent).said, 'Denied: Run it.\nYou denied this. Not run.');
});

test('given no frames, when the call has ended, then its outcome is told all the same; without words of the agent the result is', async () => {
  const agent = fakeAgent();
  agent.turns.set('tool-call:c1#3', report('tool-call:c1#3', { outcome: 'failed' }));
  const { said } = follow(agent);
  agent.stored.push(notice('tool-call:c1', 'tool-call:c1#3', 'It may have happened or not.'));
  assert.equal(await said, 'It may have happened or not.');
});

test('given an agent that is lost for good, when that was long enough, then it is said and ends with an error', async () => {
  const agent = fakeAgent();
  const refused = fault('unavailable', 'nobody is there', { cause: 'ECONNREFUSED' });
  const gone = { ...agent, sessions: { ...agent.sessions, messages: () => Promise.reject(refused) } };
  const { said, notes } = follow(agent, { agent: gone, awayMs: 5 });
  await assert.rejects(
    said,
    /^Fault: Straylight stopped responding[^\n]* Your answer was accepted: after "straylight start"/,
  );
  assert.deepEqual(notes, ['Straylight does not respond. Your answer was accepted; waiting up to 0 s …']);
});

test('given a call that takes longer than it is waited for, when nobody waits any more, then that is said; not where the owner left', async () => {
  const late = follow(fakeAgent(), { waitMs: 5 });
  assert.equal(await late.said, undefined);
  assert.deepEqual(late.notes, ['The call has not ended yet. Its result will appear in the conversation.']);
  const leaving = new AbortController();
  const left = follow(fakeAgent(), { signal: leaving.signal });
  leaving.abort();
  assert.equal(await left.said, undefined);
  assert.deepEqual(left.notes, []);
});
