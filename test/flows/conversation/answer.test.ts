/**
 * The first conversation: a bare home, the rehearsal model, the terminal and HTTP.
 *
 * Start reading the flows here. Each story runs the real program; what is asserted is what the owner sees and what the
 * tables say.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

const birthday = "remember that my sister's birthday is 4 May";
const when = "when is my sister's birthday?";

describe('a conversation in the terminal and over HTTP', { concurrency: 3 }, () => {
  test('given a fact told in the terminal, when the agent is restarted, then every session and HTTP answer with it', () =>
    withAgent({}, async agent => {
      assert.match(await agent.ask(birthday), /Saved: “my sister's birthday is 4 May”/);
      assert.match(await agent.ask(when), /“my sister's birthday is 4 May”/);
      assert.match(await agent.ask(when, 'kitchen'), /“my sister's birthday is 4 May”/);

      const running = await agent.start();
      assert.match(running.greeting, /^Model {5}rehearsal\/rehearsal \(.*ANTHROPIC_API_KEY.*\)$/m);
      const stream = await running.stream();
      const { status, json } = await running.http('/api/sessions/web%3Amain/messages', {
        clientId: 'first',
        text: 'When was my sister born?',
      });
      assert.deepEqual([status, json.duplicate], [202, false]);
      const { report } = await stream.until('turn', data => data.report.turn === json.turn);
      assert.equal(report.outcome, 'done');
      assert.match(report.reply, /“my sister's birthday is 4 May”/);
      const say = (text: string) => running.http('/api/sessions/web%3Amain/messages', { clientId: 'first', text });
      const again = await say('When was my sister born?');
      assert.deepEqual([again.status, again.json.duplicate, again.json.turn], [202, true, json.turn]);
      const other = await say('And my brother?');
      assert.deepEqual([other.status, other.json.error.code], [409, 'changed']);
      assert.match(other.json.error.message, /another message was taken under this clientId/);
      stream.close();

      const { messages } = (await running.http('/api/sessions/web%3Amain/messages')).json;
      assert.deepEqual(
        messages.map((message: { role: string }) => message.role),
        ['owner', 'assistant'],
      );
      const stopped = await running.stop();
      assert.equal(stopped.code, 0);

      assert.equal(agent.tables.value('SELECT count(*) FROM memories'), 1);
      assert.deepEqual(agent.tables.rows("SELECT id FROM deliveries WHERE status <> 'sent'"), []);
      assert.deepEqual(agent.tables.rows('SELECT DISTINCT outcome FROM turns'), [{ outcome: 'done' }]);
      assert.equal(agent.tables.value('SELECT count(*) FROM boots WHERE ended_at IS NULL'), 0);
    }));

  test('given a running agent, when nobody or a stranger asks over HTTP, then it says that it is there and nothing else', () =>
    withAgent({}, async agent => {
      const { url, token, http } = await agent.start();
      const open = await fetch(`${url}/health`);
      assert.deepEqual([open.status, await open.json()], [200, { status: 'ok' }]);
      assert.equal((await fetch(`${url}/api/state`)).status, 401);
      assert.equal((await fetch(`${url}/api/state`, { headers: { authorization: `Bearer ${token}x` } })).status, 401);
      assert.equal((await http('/api/state')).json.health.executor.kind !== '', true);
      assert.equal(statSync(join(agent.path, 'run', 'token')).mode & 0o077, 0);
    }));

  test('given ten facts, when they are asked for in other words in another session after a restart, then each is answered', () =>
    withAgent({}, async agent => {
      const facts = {
        'my blood type is O negative': 'which blood group do I have?',
        'our cat Minka takes her pills every morning': 'when does the kitty get her medicine?',
        'my dentist is Dr. Feld': 'who looks after my teeth?',
        'Paul cycles to work on a green bicycle': 'how does Paul get to the office?',
        'I have worked for Nordwind since 2019': 'who is my employer?',
        'the boiler was serviced in March': 'when was the heating last maintained?',
        'the bins are emptied on Thursdays': 'when is the garbage collected?',
        'my passport expires in June 2027': 'until when is my passport valid?',
        'we got married in Vienna': 'where was our wedding?',
        'I take my coffee without sugar': 'how do I like my espresso?',
      };
      const told = await agent.straylightWith(
        Object.keys(facts)
          .map(fact => `remember that ${fact}\n`)
          .join(''),
        'chat',
      );
      assert.equal(told.code, 0, told.err);
      assert.equal(agent.tables.value('SELECT count(*) FROM memories'), 10);
      const asked = await agent.straylightWith(`${Object.values(facts).join('\n')}\n`, 'chat', '--session', 'other');
      assert.equal(asked.code, 0, asked.err);
      // The first of what is quoted is the answer, or the nearest where the model does not dare to call it one.
      const answers = [...asked.out.matchAll(/^(?:My memory says|Nothing in my memory clearly .*?): “(.+?)”/gm)];
      assert.deepEqual(
        answers.map(([, fact]) => fact),
        Object.keys(facts),
      );
    }));

  test('given bubblewrap, when it is told to run uname -a, then that runs at once and in the sandbox', t =>
    withAgent({}, async agent => {
      const { value: before } = await agent.json('status');
      if (before.executor.kind !== 'bubblewrap') return t.skip(before.executor.detail);
      const { code, value } = await agent.json('ask', 'run uname -a');
      assert.equal(code, 0);
      assert.match(value.reply, /^`uname -a` gave:\n```\nLinux sandbox /m);
      assert.deepEqual([value.outcome, value.waiting], ['done', []]);
      assert.deepEqual(
        value.toolCalls.map(({ tool, outcome }: { tool: string; outcome: string }) => [tool, outcome]),
        [['execute_command', 'done']],
      );
      assert.deepEqual(Object.keys(value.usage), [
        'inputTokens',
        'outputTokens',
        'cacheReadTokens',
        'cacheWriteTokens',
      ]);
      assert.ok(value.usage.inputTokens > 0 && value.usage.outputTokens > 0);
      assert.equal(value.turn, agent.tables.value('SELECT id FROM turns'));
      assert.deepEqual(agent.tables.rows("SELECT src, policy, status FROM effects WHERE src = 'execution'"), [
        { src: 'execution', policy: 'once', status: 'done' },
      ]);
    }));

  test('given a request of several steps, when one step goes wrong, then the reply tells of each', () =>
    withAgent({}, async agent => {
      const reply = await agent.ask(
        'remember that my sister lives in Graz, then run ls missing-file and tell me what you know about my sister',
      );
      assert.match(reply, /Saved: “my sister lives in Graz”/);
      assert.match(reply, /It did not work: the command `ls missing-file`\.[\s\S]*No such file/);
      assert.match(reply, /“my sister lives in Graz”/);
      assert.deepEqual(agent.tables.rows('SELECT tool, outcome, failed FROM tool_calls ORDER BY at, call_id'), [
        { tool: 'memory_save', outcome: 'done', failed: 0 },
        { tool: 'execute_command', outcome: 'done', failed: 1 },
        { tool: 'memory_search', outcome: 'done', failed: 0 },
      ]);
    }));
});

describe('questions to the owner', { concurrency: 3 }, () => {
  test('given an approval, when it is granted over HTTP, then the act runs once, its result comes, and a second yes says so', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      const stream = await running.stream();
      const first = await running.say('session:web:main', 'run rm -r old; echo hello > made.txt');
      assert.equal(first.outcome, 'done');
      assert.match(first.reply, /Waiting for your approval: the command `rm -r old; echo hello > made\.txt`/);
      const [waiting] = first.waiting;
      assert.equal(waiting.card.exact, 'rm -r old; echo hello > made.txt');
      assert.ok(!existsSync(join(agent.workspace, 'made.txt')));

      const path = `/api/approvals/${waiting.card.key}/decision`;
      const blind = await running.http(path, { commandId: clientId(), decision: 'approve' });
      assert.equal(blind.status, 400);
      const forged = { ...waiting, card: { ...waiting.card, digest: '0'.repeat(64) } };
      const other = await running.decide(forged, 'approve');
      assert.deepEqual([other.status, other.json.error.code], [409, 'changed']);
      const yes = await running.decide(waiting, 'approve');
      assert.deepEqual([yes.status, yes.json.state], [202, 'granted']);
      const { report } = await stream.until('turn', data => data.report.turn !== first.turn);
      assert.match(report.reply, /Done: Run /);
      assert.equal(readFileSync(join(agent.workspace, 'made.txt'), 'utf8'), 'hello\n');

      const again = await running.decide(waiting, 'approve');
      assert.equal(again.status, 409);
      assert.match(again.json.error.message, /Already approved in the browser/);
      const { code, err } = await agent.straylight('approvals', 'deny', waiting.card.key);
      assert.equal(code, 1);
      assert.match(err, /Already approved in the browser/);
      assert.equal((await running.stop()).code, 0);
      assert.deepEqual(agent.tables.rows("SELECT status FROM effects WHERE src = 'execution'"), [{ status: 'done' }]);
      assert.deepEqual(agent.tables.rows('SELECT state, decided_by FROM approvals'), [
        { state: 'granted', decided_by: 'web' },
      ]);
    }));

  test('given approvals in a stopped agent, when the command line decides, then a yes runs once and a no never', () =>
    withAgent({}, async agent => {
      const decided = async (command: string, decision: string) => {
        assert.match(await agent.ask(`run ${command}`), /Waiting for your approval/);
        const [{ card }] = (await agent.json('approvals')).value;
        const { key, word = 'yes' } = card;
        const confirmed = decision === 'approve' ? ['--confirm', word] : [];
        const { code, out, err } = await agent.straylight('approvals', decision, key, ...confirmed);
        assert.deepEqual([code, err], [0, '']);
        return { key, out };
      };
      const yes = await decided('rm -r old; echo yes >> yes.txt', 'approve');
      assert.match(yes.out, /: Approved\. .*\nDone: Run .*$/m);
      const no = await decided('rm -r old; echo no >> no.txt', 'deny');
      assert.match(no.out, /: Denied\.\nDenied, so not done: Run .*$/m);
      assert.equal(readFileSync(join(agent.workspace, 'yes.txt'), 'utf8'), 'yes\n');
      assert.ok(!existsSync(join(agent.workspace, 'no.txt')));
      const second = await agent.straylight('approvals', 'approve', yes.key);
      assert.equal(second.code, 1);
      assert.match(second.err, /Already approved on the command line/);
      const late = await agent.straylight('approvals', 'approve', no.key);
      assert.match(late.err, /Already denied on the command line/);
      assert.equal((await agent.straylight('approvals', 'approve', 'nonesuch')).code, 1);
      assert.equal((await agent.straylight('approvals')).out, 'No pending approvals.\n');
      assert.equal(readFileSync(join(agent.workspace, 'yes.txt'), 'utf8'), 'yes\n');
    }));

  test('given a short deadline, when nobody answers in time, then the act does not run and a late yes is told so', () =>
    // longer than the turn takes: what expires within it is read in the next one, and opens none
    withAgent({ config: '[approvals]\nexpires_ms = 10000\n' }, async agent => {
      const running = await agent.start();
      const stream = await running.stream();
      await running.say('session:web:main', 'run rm -r old; touch late.txt');
      const [approval] = (await running.http('/api/approvals')).json.approvals;
      await stream.until('approval', ({ approval }) => approval.state === 'expired');
      const { report } = await stream.until('turn', data =>
        /Not approved in time|nobody answered the approval in time/.test(data.report.reply),
      );
      assert.equal(report.outcome, 'done');
      const late = await running.decide(approval, 'approve');
      assert.deepEqual([late.status, late.json.error.code], [409, 'expired']);
      const typed = await agent.straylight('approvals', 'approve', approval.card.key);
      assert.equal(typed.code, 1);
      assert.match(typed.err, /expired\. Not run/);
      assert.ok(!existsSync(join(agent.workspace, 'late.txt')));
    }));

  test('given approvals.mode = "block", when an act has to be approved, then the turn waits for it, over a restart too', () =>
    withAgent({ config: '[approvals]\nmode = "block"\n' }, async agent => {
      const asked = await agent.straylight('ask', 'run `rm -r old; echo one > one.txt`, then run cat one.txt');
      assert.equal(asked.code, 0, asked.err);
      assert.match(asked.out, /straylight approvals approve (\w+)/);
      assert.match(asked.out, /The turn continues after your decision\./);
      assert.equal(agent.tables.value("SELECT leaf FROM actors WHERE machine = 'session'"), 'waitingForInput.approval');

      const running = await agent.start();
      const stream = await running.stream();
      const key = /approve (\w+)/.exec(asked.out)?.[1] ?? '';
      const { word = 'yes' } = (await agent.json('approvals')).value[0].card;
      const granted = await agent.straylight('approvals', 'approve', key, '--confirm', word);
      assert.equal(granted.code, 0, granted.err);
      assert.match(granted.out, new RegExp(`^${key}: Approved\\. [^]*\`cat one\\.txt\` gave:\n\`\`\`\none\n`));
      const { report } = await stream.until('turn');
      assert.equal(report.outcome, 'done');
      assert.ok(granted.out.includes(report.reply));
      assert.equal(agent.tables.value('SELECT count(*) FROM turns'), 1);
    }));

  test('given a question of the agent, when the owner answers by the next message, then that is its result, over a restart too', () =>
    withAgent({}, async agent => {
      const { code, value } = await agent.json('ask', 'ask me which colour I like, then remember the answer');
      assert.equal(code, 0);
      assert.deepEqual([value.outcome, value.question], ['running', 'Which colour do you like?']);
      const { value: status } = await agent.json('status');
      assert.deepEqual(
        status.needs.map(({ kind, text }: { kind: string; text: string }) => [kind, text]),
        [['question', 'Which colour do you like?']],
      );
      assert.match(await agent.ask('dark green'), /Your answer: “dark green”/);
      assert.deepEqual(agent.tables.rows('SELECT content FROM memories'), [
        { content: 'Which colour do you like? dark green' },
      ]);
      assert.equal(agent.tables.value('SELECT count(*) FROM turns'), 1);
    }));
});

describe('looking at Straylight', { concurrency: 3 }, () => {
  test('given a conversation, when its actors are listed, shown, exported and replayed, then all is told and verified', () =>
    withAgent({}, async agent => {
      await agent.ask('remember that my sister lives in Graz, then run uname -a');
      const running = await agent.start();
      const { value: actors } = await agent.json('actors', 'list');
      const ids: string[] = actors.map(({ id }: { id: string }) => id);
      assert.deepEqual(ids.map(id => id.replace(/^(tool-call):.*/, '$1')).toSorted(), [
        'channel:terminal',
        'channel:web',
        'session:terminal:main',
        'supervisor',
        'tool-call',
        'tool-call',
      ]);

      const { value: shown } = await agent.json('actors', 'show', 'session:terminal:main');
      const { value: state } = await agent.json('actors', 'snapshot', 'session:terminal:main');
      assert.deepEqual([shown.actor.leaf, state.snapshot.value, state.rev], ['idle', 'idle', shown.actor.rev]);
      const { value: journal } = await agent.json('actors', 'journal', 'session:terminal:main');
      assert.deepEqual(
        journal.map(({ seq }: { seq: number }) => seq),
        Array.from({ length: state.rev }, (_, index) => index + 1),
      );
      assert.equal((await agent.straylight('actors', 'show', 'session:nobody:here')).code, 1);

      const files = await Promise.all(
        ids.map(async id => {
          const { out } = await agent.straylight('actors', 'export', id);
          const file = join(agent.path, `${id.replaceAll(':', '-')}.json`);
          writeFileSync(file, out, { mode: 0o600 });
          return file;
        }),
      );
      assert.equal((await running.stop()).code, 0);
      for (const file of files) {
        const replayed = await agent.straylight('actors', 'replay', file);
        assert.deepEqual([replayed.code, replayed.err], [0, ''], `${file}: ${replayed.out}`);
        assert.match(replayed.out, /^Verified: all \d+ steps match the journal\.$/m);
      }

      const file = join(agent.path, 'session-terminal-main.json');
      const tampered = JSON.parse(readFileSync(file, 'utf8'));
      const step = tampered.journal.find(({ event }: { event: { type: string } }) => event.type === 'message.received');
      step.event.id = 'anotherTurn';
      writeFileSync(file, JSON.stringify(tampered));
      const { code, value } = await agent.json('actors', 'replay', file);
      assert.deepEqual([code, value.verified, value.firstDivergence.seq], [1, false, step.seq]);
      assert.equal(value.firstDivergence.event, 'message.received');
      const told = await agent.straylight('actors', 'replay', file);
      assert.match(told.out, new RegExp(`Not verified: step ${step.seq} of \\d+ is the first that differs\\.`));

      step.code = '0000000000000000';
      writeFileSync(file, JSON.stringify(tampered));
      const changed = await agent.json('actors', 'replay', file);
      assert.deepEqual([changed.code, changed.value.verified], [1, 'code-changed']);
      writeFileSync(file, '{}');
      const none = await agent.straylight('actors', 'replay', file);
      assert.equal(none.code, 1);
      assert.match(none.err, /actors export/);
    }));

  test('given an agent that runs or not, when its status is asked, then it says which, and what waits', () =>
    withAgent({}, async agent => {
      await agent.ask('run rm -r old');
      const stopped = (await agent.json('status')).value;
      assert.deepEqual([stopped.running, stopped.home, stopped.approvals], [false, agent.path, 1]);
      const running = await agent.start();
      const { code, value } = await agent.json('status');
      assert.deepEqual([code, value.running, value.status, value.approvals], [0, true, 'ok', 1]);
      assert.deepEqual(
        value.channels.map(({ name, state }: { name: string; state: string }) => [name, state]),
        [
          ['terminal', 'online'],
          ['web', 'online'],
        ],
      );
      assert.equal(value.models.default, 'rehearsal/rehearsal');
      assert.match(
        (await agent.straylight('status')).out,
        /Waiting for you:\napproval:\w{8} +approval +for .* Run “rm -r old”/,
      );
      assert.equal((await running.stop()).code, 0);
      assert.ok(!existsSync(join(agent.path, 'run', 'port')));
    }));
});
