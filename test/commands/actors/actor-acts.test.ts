import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ActorActOptions, actOnActor, isActorAct } from '../../../src/commands/actors/actor-acts.ts';
import { type FakeAgent, fakeAgent, fakeIo } from '../fake-agent.ts';

const id = 'session:terminal:main';

async function run(change: Partial<ActorActOptions>, prepare: (agent: FakeAgent) => void = () => {}) {
  const agent = fakeAgent();
  prepare(agent);
  const io = fakeIo();
  const code = await actOnActor({ agent, io, json: false, verb: 'suspend', id, ...change });
  return { code, agent, out: io.output(), err: io.errors() };
}

suite('acts on an actor', () => {
  test('given a verb, when it is one of the acts, then it is known as one', () => {
    for (const verb of ['suspend', 'resume', 'retry', 'restart', 'rewind', 'stop', 'quarantine', 'release', 'answer'])
      assert.ok(isActorAct(verb), verb);
    for (const verb of ['list', 'show', 'journal', 'export', 'replay', '']) assert.ok(!isActorAct(verb), verb);
  });

  test('given an act, when it is done, then Straylight got it with its reason, and it is said', async () => {
    const { code, agent, out } = await run({ why: 'it is late' });
    assert.deepEqual([code, out], [0, `Done: suspend ${id}.`]);
    assert.deepEqual(agent.commands, [{ id: 'c1', verb: 'suspend', actor: id, by: 'cli', reason: 'it is late' }]);
  });

  test('given an act that was refused, when it is tried, then it says why, and the exit code is 1', async () => {
    const refused = (agent: FakeAgent) => Object.assign(agent, { outcome: { state: 'failed', error: 'it has ended' } });
    const { code, out, err } = await run({ verb: 'resume' }, refused);
    assert.deepEqual([code, out, err], [1, '', 'Not done: it has ended']);
    const json = await run({ verb: 'resume', json: true }, refused);
    assert.deepEqual([json.code, JSON.parse(json.out)], [1, { id: 'c1', state: 'failed', error: 'it has ended' }]);
  });

  test('given a restart under which something runs again, when it is not confirmed, then it is told and nothing is done', async () => {
    const preview = { again: ['completion', 'recall'], notAgain: ['execution'] };
    const underWay = (agent: FakeAgent) => Object.assign(agent, { preview });
    const asked = await run({ verb: 'restart' }, underWay);
    assert.equal(asked.code, 1);
    assert.deepEqual(asked.out.split('\n'), [
      'Will run again: completion, recall',
      'Will not run again: execution; its outcome becomes unknown, and you are asked.',
      'Nothing was done. The same with --yes does it.',
    ]);
    assert.deepEqual(asked.agent.commands, []);
    const done = await run({ verb: 'restart', yes: true }, underWay);
    assert.deepEqual(done.agent.commands, [{ id: 'c1', verb: 'restart', actor: id, by: 'cli', from: 'checkpoint' }]);
    const fresh = await run({ verb: 'restart', fresh: true }, underWay);
    assert.deepEqual(fresh.agent.commands, [{ id: 'c1', verb: 'restart', actor: id, by: 'cli', from: 'fresh' }]);
  });

  test('given a start from the beginning, when it would let something go, then that is told first', async () => {
    const fresh = { messages: ['run sleep 300'], unbegun: ['Send a mail'], cut: ['Run sleep 300'] };
    const busy = (agent: FakeAgent) => Object.assign(agent, { preview: { again: ['recall'], notAgain: [], fresh } });
    const asked = await run({ verb: 'restart', fresh: true }, busy);
    assert.deepEqual(
      [asked.code, asked.out.split('\n'), asked.agent.commands],
      [
        1,
        [
          'Will be let go: your message “run sleep 300”',
          'Will not run: Send a mail',
          'Will be cut short, and may have happened: Run sleep 300',
          'Nothing was done. The same with --yes does it.',
        ],
        [],
      ],
    );
    const { agent } = await run({ verb: 'restart', fresh: true, yes: true }, busy);
    assert.equal(agent.commands.length, 1);
  });

  test('given a conversation, when it is to be stopped, then what ends with it is told first, and only --yes does it', async () => {
    const stop = { messages: ['run sleep 300'], unbegun: ['Send a mail'], cut: [], questions: 1 };
    const talking = (agent: FakeAgent) => Object.assign(agent, { preview: { again: [], notAgain: [], stop } });
    const asked = await run({ verb: 'stop' }, talking);
    assert.deepEqual(
      [asked.code, asked.out.split('\n'), asked.agent.commands],
      [
        1,
        [
          'Will be let go: your message “run sleep 300”',
          'Will not run: Send a mail',
          'Will be withdrawn: 1 question that waited for you',
          `Will end for good: ${id}. What is said in it afterwards is refused; "straylight actors restart ${id} --fresh --yes" begins it anew.`,
          'Nothing was done. The same with --yes does it.',
        ],
        [],
      ],
    );
    const done = await run({ verb: 'stop', yes: true }, talking);
    assert.deepEqual(done.agent.commands, [{ id: 'c1', verb: 'stop', actor: id, by: 'cli' }]);
    assert.match(done.out, /\nDone: stop session:terminal:main\. 1 question that waited for you was withdrawn\.$/);
    const json = await run({ verb: 'stop', json: true }, talking);
    assert.deepEqual([json.code, JSON.parse(json.out).state, json.agent.commands.length], [0, 'done', 1]);
  });

  test('given an actor that nobody speaks to, when it is to be stopped, then it is stopped at once', async () => {
    const quiet = (agent: FakeAgent) => Object.assign(agent, { preview: { again: ['recall'], notAgain: [] } });
    const { code, out } = await run({ verb: 'stop', id: 'tool-call:k3Qm9xTd' }, quiet);
    assert.deepEqual([code, out], [0, 'Done: stop tool-call:k3Qm9xTd.']);
  });

  test('given a rewind, when no step is named, then it is asked for; with one it goes there', async () => {
    await assert.rejects(run({ verb: 'rewind' }), /say which step it goes back to: straylight actors rewind/);
    const { agent } = await run({ verb: 'rewind', to: 12 });
    assert.deepEqual(agent.commands, [{ id: 'c1', verb: 'rewind', actor: id, by: 'cli', seq: 12 }]);
  });

  test('given a question of the supervisor, when it is answered, then Straylight gets key and choice; another word is refused', async () => {
    const { code, agent, out } = await run({ verb: 'answer', id: 'k3Qm9xTd', choice: 'fresh' });
    assert.deepEqual([code, out, agent.choices], [0, 'Answered: fresh.', [['k3Qm9xTd', 'fresh', 'cli']]]);
    const json = await run({ verb: 'answer', id: 'k3Qm9xTd', choice: 'go', json: true });
    assert.deepEqual(JSON.parse(json.out), { incident: 'k3Qm9xTd', choice: 'go' });
    await assert.rejects(
      run({ verb: 'answer', id: 'k3Qm9xTd', choice: 'yes' }),
      /expected one of retry, restart, fresh/,
    );
    await assert.rejects(run({ verb: 'answer', id: 'k3Qm9xTd' }), /got ""/);
  });
});
