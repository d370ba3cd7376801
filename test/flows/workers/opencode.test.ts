/**
 * The real OpenCode on a copy of a folder, with a model that answers inside its sandbox: `opencode` in PATH, or its file
 * in STRAYLIGHT_TEST_OPENCODE. Where there is none, nothing of it is tested.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { test } from '../../slow.ts';
import { act, answered, code, pending, said, stateOf, withWorker, works } from './rig.ts';

const peers = fileURLToPath(new URL('../../peers/acp', import.meta.url));

const folders = (process.env['PATH'] ?? '').split(delimiter);
const found = [process.env['STRAYLIGHT_TEST_OPENCODE'], ...folders.map(folder => join(folder, 'opencode'))].find(
  path => path !== undefined && path !== '' && existsSync(path),
);
const program = found === undefined ? undefined : realpathSync(found);

const own = {
  npm: '@ai-sdk/openai-compatible',
  name: 'Own',
  options: { baseURL: 'http://127.0.0.1:18080/v1', apiKey: 'none' },
  models: { test: { name: 'test' } },
};
const settings = {
  provider: { own },
  model: 'own/test',
  small_model: 'own/test',
  permission: { edit: 'ask', bash: 'ask' },
};

const config = `[workers.opencode]
command = "node"
args = ["${peers}/chat-model.ts", "18080", "${program}", "acp"]
folders = ["${peers}", "${dirname(program ?? '/')}"]
[workers.opencode.env]
OPENCODE_CONFIG_CONTENT = '${JSON.stringify(settings)}'
OPENCODE_DISABLE_AUTOUPDATE = "1"
OPENCODE_DISABLE_MODELS_FETCH = "1"
OPENCODE_DISABLE_LSP_DOWNLOAD = "1"
`;

const becomes = (t: TestContext, look: () => void | Promise<void>) =>
  t.waitFor(look, { interval: 250, timeout: 280_000 });

test(
  'given the real OpenCode, when it works on a toy repository and is killed while its owner is asked, then its thread goes on, nothing that was cut off is done behind its back, and its diff is checked and accepted',
  { skip: program === undefined && 'there is no opencode on this machine', timeout: 600_000 },
  t =>
    withWorker(
      async ({ agent, repo }) => {
        const git = (...words: readonly string[]) =>
          execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...words], { cwd: repo });
        mkdirSync(join(repo, 'sub'));
        writeFileSync(join(repo, 'sub', 'old.txt'), 'old\n');
        git('add', '-A');
        git('commit', '-qm', 'Second');
        const first = await agent.start();
        await code(first, 'Make made.txt and remove sub.', 'check [ -s made.txt ]');
        await becomes(t, () => assert.equal(stateOf(agent), 'asking'));
        const [card] = await pending(first);
        assert.match(card?.card.exact ?? '', /rm -r sub/);
        const [before] = works(agent);
        await first.kill();
        const second = await agent.start();
        await answered(t, second, 'approve');
        await becomes(t, () => assert.equal(stateOf(agent), 'review'));
        assert.deepEqual(works(agent), [{ ...before, state: 'review' }]);
        assert.equal(agent.tables.value("SELECT count(*) FROM approvals WHERE card LIKE '%rm -r sub%'"), 1);
        const { json } = await second.http('/api/workers/1');
        assert.match(json.diff, /\+made/);
        assert.doesNotMatch(json.diff, /-old/);
        assert.match(json.checks[0].outcome, /^holds/);
        assert.equal((await act(second, 1, 'accept')).status, 202);
        await becomes(t, () => assert.equal(stateOf(agent), 'accepted'));
        assert.equal(readFileSync(join(repo, 'made.txt'), 'utf8'), 'made\n');
        assert.equal(existsSync(join(repo, 'sub')), true);
        await becomes(t, () => assert.match(said(agent).at(-1) ?? '', /The owner has accepted/));
        await second.stop();
      },
      { config, worker: 'opencode' },
    ),
);
