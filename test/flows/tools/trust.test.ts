/** A conversation that read text from outside: for how long that counts, and how its owner ends it. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { sandboxProblem } from '../rig/worst-case-agent.ts';

const skip = await sandboxProblem();

test(
  'given a conversation that read a file from outside, when its owner speaks again or trusts it, then it no longer counts, what comes later does, and the record says who did it',
  {
    skip,
    timeout: 300_000,
  },
  () =>
    withAgent({}, async agent => {
      const taint = () =>
        agent.tables.value(
          "SELECT state ->> '$.context.trust.taint' FROM actors WHERE address = ?",
          'session:terminal:main',
        );
      mkdirSync(join(agent.workspace, 'inbox'), { recursive: true });
      writeFileSync(join(agent.workspace, 'inbox', 'a.txt'), 'words from outside\n');
      await agent.ask('run cat inbox/a.txt');
      assert.equal(taint(), 'external');

      const why = await agent.straylight('sessions', 'trust', 'terminal:main');
      assert.equal(why.code, 1);
      assert.match(why.out, /^Text from outside has come since your last message/);
      assert.match(why.out, /- just now, the output of a command: .*words from outside/);
      assert.match(why.out, /may then run without asking[\s\S]*add --yes/);
      assert.equal(taint(), 'external', 'looking changes nothing');

      const typed = await agent.straylightWith('/trust\n/trust yes\n/trust\n', 'chat');
      assert.match(
        typed.out,
        /words from outside[\s\S]*\/trust yes ends this now[\s\S]*You trust these texts now[\s\S]*No text from outside counts/,
      );
      assert.equal(taint(), 'owner');
      await agent.ask('hello');
      assert.equal(taint(), 'owner', 'its model is shown the old text again, and that counts no longer');

      await agent.ask('run cat inbox/a.txt');
      assert.equal(taint(), 'external');
      await agent.ask('hello');
      assert.equal(taint(), 'owner', 'the next message of its owner begins trusted by itself');
      const repeated = await agent.straylight('sessions', 'trust', 'terminal:main');
      assert.match(repeated.out, /^Text from outside came earlier\. Only a call that repeats it asks first\./);

      await agent.ask('run cat inbox/a.txt');
      assert.equal(taint(), 'external');
      const { code, value } = await agent.json('sessions', 'trust', 'terminal:main');
      assert.deepEqual([code, value.count, value.level], [1, 2, 'external']);
      const [first, second] = [
        await agent.straylight('sessions', 'trust', 'terminal:main', '--yes'),
        await agent.straylight('sessions', 'trust', 'terminal:main', '--yes'),
      ];
      assert.match(first.out, /^You trust these texts now/, first.err);
      assert.match(second.out, /^There is nothing to trust/, second.err);
      const { value: audit } = await agent.json('audit', 'list', '--kind', 'admin.trusted');
      assert.equal(audit.entries.length, 2);
      assert.deepEqual(
        audit.entries.map(({ subject, facts }: { subject: string; facts: string | { taint: string } }) => [
          subject,
          typeof facts === 'string' ? JSON.parse(facts).taint : facts.taint,
        ]),
        [
          ['session:terminal:main', 'external'],
          ['session:terminal:main', 'external'],
        ],
      );
    }),
);
