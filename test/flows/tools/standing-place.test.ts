/** A standing approval speaks for the place it was given for: one for a sandbox is none for the owner's machine. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../../slow.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';
import { sandboxProblem } from '../rig/worst-case-agent.ts';

/** The reasons on the cards that wait. */
async function reasons(agent: TestAgent): Promise<readonly string[]> {
  const { value } = await agent.json('approvals');
  return value.flatMap(({ card }: { readonly card: { readonly reasons: readonly string[] } }) => card.reasons);
}

test(
  'given a standing approval for a sandbox, when commands run in direct mode since, then the owner is asked and told why, and one given there speaks',
  {
    skip: await sandboxProblem(),
  },
  () =>
    withAgent({ config: '[sandbox]\nexecutor = "bubblewrap"\n' }, async agent => {
      const made = join(agent.workspace, 'made.txt');
      const allow = ['approvals', 'standing', 'add', '--command', 'touch made.txt'];
      let running = await agent.start();
      const given = await agent.straylight(...allow);
      assert.equal(given.code, 0, given.err);
      await running.stop();

      const file = join(agent.path, 'config.toml');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"bubblewrap"', '"direct"'));
      running = await agent.start();
      await agent.ask('run touch made.txt');
      assert.ok(
        (await reasons(agent)).includes('Where it runs (now in direct mode) is not what it was when you allowed this.'),
      );
      assert.ok(!existsSync(made));

      const again = await agent.straylight(...allow);
      assert.equal(again.code, 0, again.err);
      await agent.ask('run touch made.txt', 'other');
      assert.ok(existsSync(made));
      await running.stop();
    }),
);
