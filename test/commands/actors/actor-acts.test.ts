import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type FakeAgent, fakeAgent, fakeIo } from '../fake-agent.ts';
import { typed } from '../typed.ts';

const id = 'session:terminal:main';

/** What is typed after `actors`. */
async function run(text: string, prepare: (agent: FakeAgent) => void = () => {}, ...more: readonly string[]) {
  const agent = fakeAgent();
  prepare(agent);
  const io = fakeIo();
  const code = await typed(['actors', ...text.split(' '), ...more], { agent, io });
  return { code, agent, out: io.output(), err: io.errors() };
}

suite('acts on an actor', () => {
  test('given an act, when it is done, then Straylight got it with its reason, and it is said', async () => {
    const { code, agent, out } = await run(`suspend ${id}`, undefined, '--why', 'it is late');
    assert.deepEqual([code, out], [0, `Done: suspend ${id}.`]);
    assert.deepEqual(agent.commands, [{ id: 'c1', verb: 'suspend', actor: id, by: 'cli', reason: 'it is late' }]);
  });

  test('given an act that was refused, when it is tried, then it says why; one that still runs is not done', async () => {
    const refused = (agent: FakeAgent) => Object.assign(agent, { outcome: { state: 'failed', error: 'it has ended' } });
    await assert.rejects(run(`resume ${id}`, refused), { message: 'it has ended' });
    const running = (agent: FakeAgent) => Object.assign(agent, { outcome: { state: 'asked' } });
    const { code, out } = await run(`resume ${id}`, running);
    assert.deepEqual([code, out], [1, 'Not done: it is still running']);
  });

  test('given a restart under which something runs again, when it is not confirmed, then it is told and nothing is done', async () => {
    const preview = { again: ['completion', 'recall'], notAgain: ['execution'] };
    const underWay = (agent: FakeAgent) => Object.assign(agent, { preview });
    const asked = await run(`restart ${id}`, underWay);
    assert.equal(asked.code, 1);
    assert.deepEqual(asked.out.split('\n'), [
      'Will run again: completion, recall',
      'Will not run again: execution; its outcome will be unknown, and you will be asked.',
      'Nothing was done. To continue, add --yes.',
    ]);
    assert.deepEqual(asked.agent.commands, []);
    const done = await run(`restart ${id} --yes`, underWay);
    assert.deepEqual(done.agent.commands, [{ id: 'c1', verb: 'restart', actor: id, by: 'cli', from: 'checkpoint' }]);
    const fresh = await run(`restart ${id} --fresh --yes`, underWay);
    assert.deepEqual(fresh.agent.commands, [{ id: 'c1', verb: 'restart', actor: id, by: 'cli', from: 'fresh' }]);
  });

  test('given a start from the beginning, when it would let something go, then that is told first', async () => {
    const fresh = { messages: ['run sleep 300'], unbegun: ['Send a mail'], cut: ['Run sleep 300'] };
    const busy = (agent: FakeAgent) => Object.assign(agent, { preview: { again: ['recall'], notAgain: [], fresh } });
    const asked = await run(`restart ${id} --fresh`, busy);
    assert.deepEqual(
      [asked.code, asked.out.split('\n'), asked.agent.commands],
      [
        1,
        [
          'Will be dropped: your message “run sleep 300”',
          'Will not run: Send a mail',
          'Will be interrupted, and may have taken effect: Run sleep 300',
          `Will start over, and forget its state: ${id}`,
          'Nothing was done. To continue, add --yes.',
        ],
        [],
      ],
    );
    const { agent } = await run(`restart ${id} --fresh --yes`, busy);
    assert.equal(agent.commands.length, 1);
  });

  test('given a conversation, when it is to be stopped, then what ends with it is told first, and only --yes does it', async () => {
    const stop = { messages: ['run sleep 300'], unbegun: ['Send a mail'], cut: [], questions: 1 };
    const talking = (agent: FakeAgent) => Object.assign(agent, { preview: { again: [], notAgain: [], stop } });
    const asked = await run(`stop ${id}`, talking);
    assert.deepEqual(
      [asked.code, asked.out.split('\n'), asked.agent.commands],
      [
        1,
        [
          'Will be dropped: your message “run sleep 300”',
          'Will not run: Send a mail',
          'Will be withdrawn: 1 question for you',
          `Will be stopped for good: ${id}. Later messages to it are refused; to restart it: straylight actors restart ${id} --fresh --yes`,
          'Nothing was done. To continue, add --yes.',
        ],
        [],
      ],
    );
    const done = await run(`stop ${id} --yes`, talking);
    assert.deepEqual(done.agent.commands, [{ id: 'c1', verb: 'stop', actor: id, by: 'cli' }]);
    assert.match(done.out, /\nWill be withdrawn: 1 question for you\n.*\nDone: stop session:terminal:main\.$/);
    const unsure = await run(`stop ${id} --json`, talking);
    assert.deepEqual([unsure.code, JSON.parse(unsure.out).confirm, unsure.agent.commands], [1, '--yes', []]);
    const json = await run(`stop ${id} --json --yes`, talking);
    assert.deepEqual([json.code, JSON.parse(json.out).state, json.agent.commands.length], [0, 'done', 1]);
  });

  test('given an actor that nobody speaks to, when it is to be stopped, then that is told first, too', async () => {
    const quiet = (agent: FakeAgent) => Object.assign(agent, { preview: { again: ['recall'], notAgain: [] } });
    const asked = await run('stop tool-call:k3Qm9xTd', quiet);
    assert.deepEqual(
      [asked.code, asked.out],
      [1, 'Will be stopped for good: tool-call:k3Qm9xTd\nNothing was done. To continue, add --yes.'],
    );
    const { code, out } = await run('stop tool-call:k3Qm9xTd --yes', quiet);
    assert.deepEqual([code, out.split('\n').at(-1)], [0, 'Done: stop tool-call:k3Qm9xTd.']);
  });

  test('given a rewind, when no step is named, then it is asked for; with one it goes there', async () => {
    await assert.rejects(run(`rewind ${id}`), /missing --to N; usage: straylight actors rewind ID --to N/);
    const { agent } = await run(`rewind ${id} --to 12`);
    assert.deepEqual(agent.commands, [{ id: 'c1', verb: 'rewind', actor: id, by: 'cli', seq: 12 }]);
  });

  test('given a question of the supervisor, when it is answered, then Straylight gets key and choice', async () => {
    const { code, agent, out } = await run('answer k3Qm9xTd fresh');
    assert.deepEqual([code, out, agent.choices], [0, 'Answered: fresh.', [['k3Qm9xTd', 'fresh', 'cli']]]);
    const json = await run('answer k3Qm9xTd go --json');
    assert.deepEqual(JSON.parse(json.out), { incident: 'k3Qm9xTd', choice: 'go' });
    await assert.rejects(run('answer k3Qm9xTd'), /missing CHOICE/);
  });
});
