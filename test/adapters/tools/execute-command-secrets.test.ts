import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { bubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { openSecrets } from '../../../src/adapters/secrets/keeper.ts';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { executeCommandTool } from '../../../src/adapters/tools/execute-command.ts';
import type { AuditNote } from '../../../src/domain/audit/audit.ts';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';
import type { SecretRule } from '../../../src/domain/secrets/rule.ts';
import { isMalformed } from '../../../src/domain/tools/tool.ts';
import type { RunningTool, ToolContext } from '../../../src/ports/tool.ts';
import { faultOf } from '../fetcher/fetcher-world.ts';
import { entry, scratch, vaultIn } from '../secrets/vault-world.ts';

const value = 'ghp_Canary_1x9Q_z7';
const commandRule: SecretRule = { tools: ['execute_command'], hosts: [], headers: [], commands: [], agents: ['main'] };

async function sandbox(t: TestContext, rule: Partial<SecretRule> = {}) {
  const home = scratch(t);
  const [workspace, scripts] = [join(home, 'workspace'), join(home, 'scripts')];
  for (const folder of [workspace, scripts]) mkdirSync(folder);
  const limits = { ...defaultLimits, maxOutputBytes: 4_000 };
  const executor = bubblewrapExecutor({ workspace, scripts, limits, clock: systemClock });
  t.after(executor.close);
  const vault = vaultIn(home);
  await vault.set(entry('github', value, { rule: { ...commandRule, ...rule } }));
  const notes: AuditNote[] = [];
  const secrets = await openSecrets({
    vault,
    record: note => void notes.push(note),
    learn: () => {},
    lastUses: () => new Map(),
    takers: () => new Map(),
  });
  const { text: redact } = createRedactor([{ name: 'github', value }]);
  const tool = executeCommandTool(executor, {
    timeoutMs: 10_000,
    maxOutputBytes: 4_000,
    secrets,
    redact,
  }) as RunningTool;
  const toolbox = createToolbox([tool]);
  const watched: string[] = [];
  const context: ToolContext = {
    session: 's',
    turn: 't',
    call: 'tool-call:1',
    taint: 'owner' as const,
    signal: new AbortController().signal,
    progress: text => void watched.push(text),
  };
  return {
    notes,
    vault,
    watched,
    tool,
    freeze: (args: object) =>
      toolbox.resolve({ callId: '1', name: 'execute_command', arguments: JSON.stringify(args) }),
    run: (args: object) => tool.run(tool.schema.parse(args), context),
  };
}

const wanted = { GITHUB_TOKEN: 'github' };

test('given a command with a secret, when it is frozen, then card, arguments and facts show its name, and no value is anywhere', async t => {
  const { freeze, notes } = await sandbox(t);
  const call = freeze({ command: 'git push', secrets: wanted, stdin: 'y' });
  assert.ok(!isMalformed(call));
  assert.equal(
    call.exact,
    'git push\n\n── its variables ──\nGITHUB_TOKEN = the secret github\n\n── its standard input ──\ny',
  );
  assert.equal(call.intent, 'Run “git push”, with 1 characters as its standard input, with the secret github.');
  assert.deepEqual([call.facts.secrets, call.facts.refused], [['github'], undefined]);
  assert.doesNotMatch(JSON.stringify([call, notes]), /ghp_/);
  const other = freeze({ command: 'git push', secrets: { OTHER: 'github' }, stdin: 'y' });
  assert.ok(!isMalformed(other));
  assert.notEqual(other.digest, call.digest, 'which secret goes where is part of what is approved');
});

test('given a secret, when its command runs, then it alone has it, the use is written down, and its output shows the name', async t => {
  const { run, notes, watched } = await sandbox(t);
  const { text } = await run({
    command: 'printf "%s" "$GITHUB_TOKEN" | wc -c; echo "token: $GITHUB_TOKEN"; printenv >&2',
    secrets: wanted,
  });
  assert.match(text, new RegExp(`^exit code 0\n--- stdout ---\n${value.length}\ntoken: \\[secret:github\\]`));
  assert.match(text, /GITHUB_TOKEN=\[secret:github\]/);
  assert.doesNotMatch(text, /ghp_/);
  assert.deepEqual(watched, [], 'nobody watches it in pieces');
  assert.deepEqual(
    notes.map(({ kind, subject, actor, facts }) => [kind, subject, actor, facts?.['variable'], facts?.['tool']]),
    [['secret.used', 'github', 'tool-call:1', 'GITHUB_TOKEN', 'execute_command']],
  );
  assert.match((await run({ command: 'echo "<$GITHUB_TOKEN>"; env' })).text, /<>\n(?![\s\S]*GITHUB)/);
});

test('given a secret as a file, when its command runs, then it alone reads it, its owner alone may, and nothing of it is left', async t => {
  const { run, freeze } = await sandbox(t);
  const secrets = { TOKEN_FILE: 'github' };
  const card = freeze({ command: 'cat "$TOKEN_FILE"', secrets });
  assert.ok(!isMalformed(card));
  assert.match(String(card.exact), /TOKEN_FILE = a file with the secret github$/);
  const { text } = await run({
    command: 'echo $0; stat -c %a "$TOKEN_FILE"; wc -c < "$TOKEN_FILE"; cat "$TOKEN_FILE"; umask; exit 3',
    secrets,
  });
  assert.match(text, new RegExp(`^exit code 3\n--- stdout ---\nbash\n600\n${value.length}\n\\[secret:github\\]`));
  assert.doesNotMatch(text, /0077/);
  const killed = await run({ command: 'kill -TERM $PPID; sleep 5', secrets });
  assert.match(killed.text, /143|signal/);
  assert.match((await run({ command: 'ls -A /tmp; env | grep TOKEN_FILE' })).text, /exit code 1\n(no output)?/);
});

test('given output that is cut in the middle of the value, when it is told, then no part of it stands at the cut', async t => {
  const { run } = await sandbox(t);
  let cuts = 0;
  for (let before = 1_975; before <= 2_005; before += 3) {
    const command = `head -c ${before} /dev/zero | tr '\\0' a; printf %s "$GITHUB_TOKEN"; head -c 9000 /dev/zero | tr '\\0' b; printf %s "$GITHUB_TOKEN"; head -c ${before} /dev/zero | tr '\\0' c`;
    const { text } = await run({ command, secrets: wanted });
    assert.doesNotMatch(text, /ghp|Can|ary|1x9|9Q_|z7/, text);
    cuts += /left out/.test(text) ? 1 : 0;
  }
  assert.equal(cuts, 11);
  t.diagnostic(`${cuts} outputs cut around the value, no part of it shown`);
});

test('given a rule for some commands, when another is frozen or run, then it is refused and written down', async t => {
  const { freeze, run, notes } = await sandbox(t, { commands: ['git push'] });
  for (const command of ['printenv', 'git push; printenv', 'git push && printenv', 'git pull']) {
    const call = freeze({ command, secrets: wanted });
    assert.ok(!isMalformed(call));
    assert.match(call.facts.refused ?? '', /it is for a command that begins with “git push”/);
    await assert.rejects(
      run({ command, secrets: wanted }),
      faultOf('denied', /straylight secret set github --tool execute_command/),
    );
  }
  const unknown = freeze({ command: 'git push', secrets: { A: 'nobody' } });
  assert.match((!isMalformed(unknown) && unknown.facts.refused) || '', /There is no secret named nobody/);
  assert.deepEqual(
    notes.map(({ kind }) => kind),
    Array.from({ length: 9 }, () => 'secret.refused'),
  );
});

test('given variables that steer the shell or are none, when the call is frozen, then it is malformed', async t => {
  const { freeze } = await sandbox(t);
  const bad = [
    'PATH',
    'LD_PRELOAD',
    'BASH_ENV',
    'ENV',
    'IFS',
    'STRAYLIGHT_RUN',
    'LC_ALL',
    'token',
    'A B',
    '1A',
    'A=B',
    '',
  ];
  for (const name of bad) assert.ok(isMalformed(freeze({ command: 'true', secrets: { [name]: 'github' } })), name);
  const names = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`A${at}`, 'github']));
  assert.ok(isMalformed(freeze({ command: 'true', secrets: names })));
  assert.ok(isMalformed(freeze({ command: 'true', secrets: { TOKEN: 'Not A Name' } })));
  assert.ok(isMalformed(freeze({ command: 'true', secrets: { TOKEN: '{{secret:github}}' } })));
});
