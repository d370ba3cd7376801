/**
 * A conversation that its owner stops: what he is told before and after, what becomes of later words, and the way back.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { owner, sees, stands, withTelegram } from '../rig/telegram-agent.ts';

const session = 'session:terminal:main';
const messages = `/api/sessions/${encodeURIComponent(session)}/messages`;

describe('a conversation that was stopped', { concurrency: 2 }, () => {
  test('given a question that waits, when its conversation is stopped, then that is told, later words are refused, and it can begin anew', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      await agent.ask('hello');
      mkdirSync(join(agent.workspace, 'old'), { recursive: true });
      await agent.straylight('ask', 'run rm -rf old');
      assert.equal((await agent.json('approvals')).value.length, 1);

      const asked = await agent.straylight('actors', 'stop', session);
      assert.equal(asked.code, 1);
      assert.match(
        asked.out,
        /Will be withdrawn: 1 question for you\nWill be stopped for good: session:terminal:main\.[^\n]*\nNothing was done\. To continue, add --yes\.\n$/,
      );
      assert.equal((await agent.json('approvals')).value.length, 1);
      const done = await agent.straylight('actors', 'stop', session, '--yes');
      assert.deepEqual([done.code, done.err], [0, '']);
      assert.match(done.out, /Will be withdrawn: 1 question for you\n[\s\S]*Done: stop session:terminal:main\.\n$/);
      assert.deepEqual((await agent.json('approvals')).value, []);

      const { status, json } = await running.http(messages, { clientId: 'm1', text: 'are you there?' });
      assert.equal(status, 400);
      assert.match(
        json.error.message,
        /session:terminal:main was stopped[\s\S]*\/new[\s\S]*--session[\s\S]*--fresh --yes/,
      );
      const said = await agent.straylight('ask', 'are you there?');
      assert.notEqual(said.code, 0);
      assert.match(said.err, /was stopped and answers no more messages/);
      const checkpoint = await agent.straylight('actors', 'restart', session, '--yes');
      assert.equal(checkpoint.code, 1);
      assert.match(
        checkpoint.err,
        /it can only be restarted from its beginning: straylight actors restart session:terminal:main --fresh/,
      );

      const anew = await agent.straylight('actors', 'restart', session, '--fresh', '--yes');
      assert.deepEqual([anew.code, anew.err], [0, '']);
      assert.match(await agent.ask('hello'), /Hello/);
      const row = agent.tables.rows(`SELECT status, incarnation FROM actors WHERE address = '${session}'`);
      assert.deepEqual(row, [{ status: 'active', incarnation: 1 }]);
      await running.stop();
    }));

  test('given a turn under way and words that wait, when the conversation is stopped, then the turn has ended, and it can begin anew', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      const asked = await running.http(messages, { clientId: 'm1', text: 'run sleep 300' });
      await stands(running, 'tool-call:', 'acting');
      assert.equal((await agent.straylight('actors', 'suspend', session)).code, 0);
      await running.http(messages, { clientId: 'm2', text: 'water the plants' });
      const preview = await agent.straylight('actors', 'stop', session);
      assert.match(
        preview.out,
        /your message “run sleep 300”\nWill be dropped: your message “water the plants”\nWill be interrupted[^\n]*sleep 300/,
      );
      assert.equal((await agent.straylight('actors', 'stop', session, '--yes')).code, 0);
      const { json: report } = await running.http(`/api/turns/${asked.json.turn}`);
      assert.equal(report.outcome, 'cancelled');
      assert.equal((await agent.straylight('actors', 'restart', session, '--fresh', '--yes')).code, 0);
      await agent.straylight('actors', 'retry', session);
      assert.match(await agent.ask('hello'), /Hello/);
      const { json } = await running.http(messages);
      const said = json.messages.map(({ text }: { text: string }) => text);
      assert.ok(said.includes('water the plants'), 'what waited was buried and not lost');
      assert.deepEqual([json.messages[0].text, json.messages[0].isSetAside], ['run sleep 300', true]);
      const calls = "SELECT count(*) FROM actors WHERE machine = 'tool-call'";
      assert.equal(agent.tables.value(calls), 1, 'what was cut short is not run again');
      await running.stop();
    }));

  test('given what Straylight lives on, when it is to be stopped, then it is not, and what helps instead is named', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      for (const actor of ['channel:web', 'channel:terminal', 'supervisor']) {
        const { code, err } = await agent.straylight('actors', 'stop', actor, '--yes');
        assert.notEqual(code, 0);
        assert.match(err, actor === 'supervisor' ? /nothing would be left/ : /"suspend" to pause it until "resume"/);
        const act = { commandId: `stop ${actor}`.replace(/\W/g, '-'), verb: 'stop' };
        const { status, json } = await running.http(`/api/actors/${encodeURIComponent(actor)}/commands`, act);
        assert.equal(status, 400, JSON.stringify(json));
      }
      const stopped = "SELECT count(*) FROM actors WHERE status = 'stopped'";
      assert.equal(agent.tables.value(stopped), 0);
      await running.stop();
    }));

  test('given a chat whose conversation was stopped, when the owner writes in it, then the chat says so, and /new goes on', () =>
    withTelegram(async (agent, telegram) => {
      const running = await agent.start();
      telegram.say(owner, 'hello');
      await sees(telegram, /Hello/);
      const done = await agent.straylight('actors', 'stop', 'session:telegram:42', '--yes');
      assert.equal(done.code, 0, done.err);
      telegram.say(owner, 'hello again');
      await sees(telegram, /^Not accepted: the conversation session:telegram:42 was stopped[\s\S]*\/new/);
      telegram.say(owner, '/new');
      await sees(telegram, /^New conversation, number 2\./);
      const from = telegram.sent.all.length;
      telegram.say(owner, 'hello');
      await sees(telegram, /Hello/, from);
      await running.stop();
    }));
});
