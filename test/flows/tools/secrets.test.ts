/** A secret from its owner's keyboard to the one command it is for, and nowhere else. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { AnswerTurn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { type Running, type TestAgent, withAgent } from '../rig/agent.ts';
import { clientId } from '../rig/wire.ts';

const key = 'sk-ant-test-4f1d9c27';
const value = 'canary_Value-9f2c/71+x';
const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));

/** Does what it is told, and repeats what came of it. */
const mind: AnswerTurn = ({ said, results }) => {
  if (results.length > 0) return { text: `It says: ${results.map(({ text }) => text).join(' ')}` };
  const [, command] = /^with the token run (.+)$/s.exec(said) ?? [];
  if (command)
    return { toolCalls: [{ name: 'execute_command', arguments: { command, secrets: { TOKEN: 'ci/token' } } }] };
  const [, url] = /^post to (\S+)$/.exec(said) ?? [];
  const headers = { authorization: 'Bearer {{secret:ci/token}}' };
  if (url) return { toolCalls: [{ name: 'web_request', arguments: { url, method: 'POST', headers, body: '{}' } }] };
  return { text: 'Very well.' };
};

async function withSecrets(story: (agent: TestAgent, requests: () => string) => Promise<void>): Promise<void> {
  const peer = await anthropicPeer({ script: mind, key });
  const env = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: peer.url };
  const config =
    '[models]\ndefault = "anthropic/claude-sonnet-5"\n[sandbox]\nexecutor = "bubblewrap"\n[keys]\nstore = "file"\n[approvals]\nundo_window_s = 0\n';
  const forms = [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64').slice(0, -4),
    Buffer.from(value).toString('hex'),
  ];
  try {
    await withAgent({ config, env, secrets: forms }, agent => story(agent, () => JSON.stringify(peer.requests)));
    const sent = JSON.stringify(peer.requests);
    for (const form of forms) assert.ok(!sent.includes(form), 'the model was told the value');
  } finally {
    await peer.close();
  }
}

/** The owner's whole yes to the one card that waits, and what came of it as the model is told. */
async function approved(running: Running, text: string) {
  const { waiting, turn } = await running.say('session:web:main', text);
  assert.equal(waiting.length, 1, `expected a question to the owner about: ${text}`);
  const stream = await running.stream();
  const { approvals } = (await running.http('/api/approvals')).json;
  let now = approvals.find(({ id }: { readonly id: string }) => id === waiting[0].id);
  if (now.card.expiresAt === undefined)
    now = (await stream.until('approval', data => data.approval.id === now.id && data.approval.card.expiresAt))
      .approval;
  const { key, digest, risk, word } = now.card;
  const more = risk === 'low' ? {} : { confirmation: word ?? 'yes' };
  const answer = await running.http(`/api/approvals/${key}/decision`, {
    commandId: clientId(),
    decision: 'approve',
    digest,
    rev: now.rev,
    ...more,
  });
  assert.equal(answer.status, 202, JSON.stringify(answer.json));
  await stream.until('turn', data => data.report.turn !== turn);
  stream.close();
  const { messages } = (await running.http('/api/sessions/session%3Aweb%3Amain/messages')).json;
  const told = messages.map(({ text }: { readonly text: string }) => text);
  return { card: now.card, result: told.findLast((text: string) => text.includes('exit code')) as string };
}

test('given a running agent, when a secret is set, used with a yes, refused, and removed, then its value is in its file and its command alone', async t => {
  await withSecrets(async (agent, requests) => {
    const running = await agent.start();
    const set = await agent.straylightWith(
      `${value}\n`,
      'secret',
      'set',
      'ci/token',
      '--tool',
      'execute_command',
      '--note',
      'for releases',
    );
    assert.deepEqual(
      [set.code, set.out],
      [0, 'Added ci/token, execute_command with any command, with approval each time.\n'],
    );

    const { card, result } = await approved(
      running,
      'with the token run printf %s "$TOKEN" | wc -c; echo "token=$TOKEN"; echo $TOKEN > kept',
    );
    assert.match(requests(), /ci\/token \(for releases\): as a variable of execute_command/);
    assert.match(card.exact, /── its variables ──\nTOKEN = the secret ci\/token/);
    assert.match(card.reasons.join(' '), /the secret ci\/token/);
    assert.match(result, new RegExp(`\\b${value.length}\\n?token=\\[secret:ci/token\\]`));
    // What an approved command does with it is its owner's: the file in the workspace is emptied for the sweep.
    assert.equal(readFileSync(join(agent.workspace, 'kept'), 'utf8').trim(), value);
    await approved(running, 'with the token run : > kept');

    const refused = await running.say('session:web:main', 'post to https://example.com/items');
    assert.deepEqual([refused.waiting, refused.outcome], [[], 'done']);
    assert.match(
      refused.reply,
      /ci\/token may not be used for this: it is for execute_command, and not for web_request\. The owner can allow it with: straylight secret set ci\/token --tool web_request --host example\.com/,
    );

    const listed = await agent.json('secret', 'list');
    assert.equal(listed.value[0].name, 'ci/token');
    assert.ok(listed.value[0].lastUsedAt >= listed.value[0].createdAt);
    const { json } = await running.http('/api/views/secrets.list');
    assert.match(JSON.stringify(json), /ci\/token.*execute_command with any command.*for releases/);
    assert.ok(!JSON.stringify([listed.value, json]).includes(value));
    assert.match((await agent.straylight('secret', 'remove', 'ci/token', '--yes')).out, /^Removed ci\/token/);
    assert.match(
      (await running.say('session:web:main', 'with the token run ls')).reply,
      /There is no secret named ci\/token/,
    );

    const kinds = agent.tables.rows("SELECT kind, facts FROM audit WHERE kind LIKE 'secret.%' ORDER BY n") as readonly {
      readonly kind: string;
      readonly facts: string;
    }[];
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['secret.set', 'secret.used', 'secret.used', 'secret.refused', 'secret.removed', 'secret.refused'],
    );
    assert.match(kinds[1]?.facts ?? '', /"variable":"TOKEN"/);
    await running.stop();
    t.diagnostic(
      `${kinds.length} rows of audit; the value stands in no file of the home and in no request to the model`,
    );
  });
});

test('given a terminal, when a secret is typed, then nothing of it is shown, also while no agent runs, and age opens the file', {
  skip: spawnSync('python3', ['-c', 'import pty']).status === 0 ? false : 'python3 with its pty module is needed',
}, async () => {
  await withSecrets(async agent => {
    const bridge =
      'import os, pty, sys\npid, master = pty.fork()\nif pid == 0:\n    os.execv(sys.argv[1], sys.argv[1:])\npty._copy(master)\nsys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))';
    const words = ['secret', 'set', 'ci/token', '--host', 'api.github.com'];
    const child = spawn('python3', ['-c', bridge, process.execPath, launcher, ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], HOME: agent.path, STRAYLIGHT_HOME: agent.path, TERM: 'xterm' },
    });
    let shown = '';
    const asked = Promise.withResolvers<void>();
    child.stdout.setEncoding('utf8').on('data', text => {
      shown += text;
      if (shown.includes('(hidden):')) asked.resolve();
    });
    await asked.promise;
    child.stdin.write(`wrong\x15${value}x\x7f\r`);
    const [code] = await once(child, 'close');
    assert.deepEqual([code, /canary|Value/.test(shown)], [0, false], shown);
    assert.match(shown, /Added ci\/token, (?:\w+, )*web_request to api\.github\.com in authorization\./);
    if (spawnSync('age', ['--version']).error) return;
    const opened = spawnSync('age', [
      '-d',
      '-i',
      join(agent.path, 'keys', 'secrets.key'),
      join(agent.path, 'secrets.age'),
    ]);
    assert.equal(JSON.parse(opened.stdout.toString()).secrets['ci/token'].value, value);
  });
});
