/** What a command does while no agent runs: it runs one for a moment where its act needs one, and it always ends. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { operationOf } from '../../../src/api/operations.ts';
import { commands } from '../../../src/commands/arguments/forms.ts';
import { needsAgent } from '../../../src/features/command-line/agent.ts';
import { environmentOf, withAgent } from '../../flows/rig/agent.ts';
import { test as slow } from '../../slow.ts';

/** What writes files of the home, and nothing through the host. */
const withoutHost = ['audit.accept', 'sandbox.reset', 'tools.change', 'undo.apply'];

test('given every act that has a command, when it is asked with no agent running, then one runs for it', () => {
  const idle = commands().flatMap(({ forms }) =>
    forms.flatMap(form => {
      const operation = form.operation === undefined ? undefined : operationOf(form.operation);
      return operation?.role === 'owner' && !needsAgent(form, {}) ? [form.operation ?? ''] : [];
    }),
  );
  assert.deepEqual([...new Set(idle)].toSorted(), withoutHost);
});

slow(
  'given nobody paired and no agent running, when an account is removed and a model chosen, then each command answers',
  () =>
    withAgent({}, async agent => {
      const removed = await agent.straylight('telegram', 'remove', '4711');
      assert.deepEqual([removed.code, removed.out], [1, '']);
      assert.match(removed.err, /account 4711 is not paired/);
      const chosen = await agent.straylight('models', 'use', 'demo', '--conversation', 'main');
      assert.equal(chosen.code, 0, chosen.err);
      assert.match(chosen.out, /rehearsal\/rehearsal/);
    }),
);

test('given a program whose command never comes to an end, when nothing is left to wait for, then it says so and fails', () =>
  withAgent({}, async ({ path }) => {
    const program = `
import { runAsProgram } from ${JSON.stringify(new URL('../../../src/main.ts', import.meta.url).href)};
await runAsProgram(['jobs'], [{ name: 'endless', open: () => new Promise(() => {}) }]);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      timeout: 60_000,
      env: environmentOf(path),
    });
    assert.equal(status, 1, stderr);
    assert.match(stderr, /the command ended without an answer/);
  }));
