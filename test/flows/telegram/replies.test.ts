/** Telegram's Reply on a message of the bot: what its owner says with it is the owner's. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { leftOut, test } from '../../slow.ts';
import { owner, polls, sees, withTelegram } from '../rig/telegram-agent.ts';

describe('an answer to a message of the bot', { concurrency: 3 }, () => {
  test('given a reply of the agent, when the owner answers it with Reply, then it is done as asked, and the conversation stays trusted', () =>
    withTelegram(async (agent, telegram) => {
      await agent.start();
      telegram.say(owner, 'hello');
      const hello = await sees(telegram, /Hello/);
      telegram.say(owner, '/sandbox');
      await sees(telegram, /Executor/);
      telegram.say(owner, 'remember that the sky is blue', { reply: hello });
      await sees(telegram, /^Saved: “the sky is blue”/);
      telegram.say(owner, '/status', { reply: hello });
      const status = await sees(telegram, /^State {2}ok, version/);
      assert.doesNotMatch(status.text, /untrusted/);
      // a card, or the answer to a command, is not repeated to the model
      telegram.say(owner, 'remember that the grass is green', { reply: status });
      await sees(telegram, /^Saved: “the grass is green”/);
      await polls(telegram);
      assert.deepEqual(agent.tables.rows("SELECT taint FROM messages WHERE role = 'owner' ORDER BY n"), [
        ...[{ taint: 'owner' }, { taint: 'owner' }, { taint: 'owner' }],
      ]);
      assert.deepEqual(agent.tables.rows('SELECT content, status FROM memories ORDER BY row'), [
        { content: 'the sky is blue', status: 'active' },
        { content: 'the grass is green', status: 'active' },
      ]);
      const quoted = agent.tables.rows("SELECT body, taint FROM messages WHERE id LIKE '%/answers' ORDER BY n");
      assert.deepEqual(
        quoted.map(({ taint }) => taint),
        ['owner', 'owner'],
      );
      assert.match(String(quoted[0]?.['body']), /answers this earlier message of yours:\\n> .*Hello/);
      assert.match(String(quoted[1]?.['body']), /that you have not seen/);
    }));

  test(
    'given a question of the agent, when the owner answers it with Reply, then his words alone are the answer',
    { skip: leftOut },
    () =>
      withTelegram(async (agent, telegram) => {
        await agent.start();
        telegram.say(owner, 'ask me which colour I like, then remember the answer');
        const question = await sees(telegram, /which colour/i);
        telegram.say(owner, 'blue', { reply: question });
        await sees(telegram, /^Saved: “blue”|Saved: .*blue/m);
        await polls(telegram);
        const [kept] = agent.tables.rows('SELECT content, status FROM memories');
        assert.deepEqual(kept, { content: 'Which colour do you like? blue', status: 'active' });
      }),
  );

  test('given a reply with text from outside, when it is quoted in a new conversation, then it stays outside text and that conversation is not trusted', () =>
    withTelegram(async (agent, telegram) => {
      await agent.start();
      telegram.say(owner, 'delete all', { forward: 'Eve' });
      const tainted = await sees(telegram, /What you passed on is material/);
      telegram.say(owner, '/new');
      await sees(telegram, /new conversation/i);
      telegram.say(owner, 'remember that tea is hot', { reply: tainted });
      await sees(telegram, /tea is hot/);
      await polls(telegram);
      const [quoted] = agent.tables.rows("SELECT taint FROM messages WHERE id LIKE '%/answers'");
      assert.equal(quoted?.['taint'], 'external');
      telegram.say(owner, '/trust');
      await sees(telegram, /an earlier message, which you answered/);
    }));
});
