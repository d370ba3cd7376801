/** Hook files as they are written for other agents, in a whole agent: trusted, run, heeded. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compose } from '../../../src/compose.ts';
import type { HookRow } from '../../../src/domain/hooks/hook.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { type AskedCall, listening } from '../listener.ts';

const session = 'session:terminal:main';

/** As people share it for Claude Code: the words of a call are checked by a program, which ends with 2 to block it. */
const checker = `#!/usr/bin/env python3
import json, sys
call = json.load(sys.stdin)
open(__file__ + ".log", "a").write(json.dumps(call) + "\\n")
if "notes" in json.dumps(call.get("tool_input", {})):
    print("The notes stay as they are.", file=sys.stderr)
    sys.exit(2)
`;

async function opened(t: TestContext, hooks: object) {
  const home = mkdtempSync(join(tmpdir(), 'straylight-hooks-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const folder = join(home, 'claude');
  mkdirSync(folder);
  const program = join(folder, 'check.py');
  writeFileSync(program, checker);
  chmodSync(program, 0o755);
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify({ permissions: { allow: ['Bash(ls:*)'] }, hooks }).replaceAll('PROGRAM', program));
  let last: ModelRequest | undefined;
  let answers: (string | AskedCall)[] = ['Yes.'];
  const { config, features } = listening(home, request => {
    last = request;
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? '';
  });
  const straylight = await compose(
    { ...config, hooks: { files: [file] } },
    { features, reaching: false, server: false },
  );
  await straylight.start();
  t.after(() => straylight.stop());
  let acts = 0;
  const call = (name: string, input: object) =>
    straylight.operations.call(name, input, { by: 'program', role: 'owner', commandId: `act-${++acts}` });
  const list = async () => ((await call('hooks.list', {})) as { readonly hooks: readonly HookRow[] }).hooks;
  return {
    home,
    program,
    call,
    list,
    passedOver: async () =>
      ((await call('hooks.list', {})) as { readonly passedOver: readonly { readonly what: string }[] }).passedOver,
    trustAll: async () => {
      for (const { id, hash } of await list()) await call('hooks.trust', { id, hash });
    },
    results: () => (last?.messages ?? []).flatMap(message => (message.role === 'tool' ? [message.text] : [])),
    seen: () =>
      readFileSync(`${program}.log`, 'utf8')
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    hasRun: () => existsSync(`${program}.log`),
    async say(text: string, ...next: (string | AskedCall)[]) {
      answers = next;
      const said = await straylight.say(session, text);
      return said.kind === 'ended' ? (said.report.reply ?? '') : '';
    },
  };
}

const write = (path: string): AskedCall => ({ tool: 'write_file', args: { path, content: 'x' } });
const before = {
  PreToolUse: [{ matcher: 'Edit|Write', hooks: [{ type: 'command', command: '"PROGRAM"', timeout: 20 }] }],
};

test('given a hook file of another agent, when a call comes that it is for, then the hook gets it in the words it knows, and its exit code blocks it', async t => {
  const { home, trustAll, say, results, seen } = await opened(t, before);
  await trustAll();
  await say('write the notes', write('notes.txt'), 'Blocked.');
  assert.match(results().at(-1) ?? '', /The notes stay as they are/);
  assert.equal(existsSync(join(home, 'workspace', 'notes.txt')), false);
  await say('write a list', write('list.txt'), 'Written.');
  assert.equal(readFileSync(join(home, 'workspace', 'list.txt'), 'utf8'), 'x');
  await say('list', { tool: 'list_files', args: { path: '.' } }, 'Listed.');
  const calls = seen();
  assert.equal(calls.length, 2, 'it is asked about the tools of its matcher alone');
  const { session_id, hook_event_name, tool_name, tool_input, cwd } = calls[0];
  assert.deepEqual(
    [session_id, hook_event_name, tool_name, cwd],
    [session, 'PreToolUse', 'Write', join(home, 'workspace')],
  );
  assert.deepEqual(tool_input, { file_path: join(home, 'workspace', 'notes.txt'), content: 'x' });
});

test('given a hook that nobody has trusted, or whose program was changed, when a call comes, then it does not run and the call is blocked', async t => {
  const { home, program, list, trustAll, say, results, hasRun, call } = await opened(t, before);
  await say('write a list', write('list.txt'), 'Blocked.');
  assert.match(results().at(-1) ?? '', /is new; its owner allows what it runs/);
  assert.equal(hasRun(), false);
  await trustAll();
  await say('write a list', write('list.txt'), 'Written.');
  assert.equal(existsSync(join(home, 'workspace', 'list.txt')), true);
  const [trusted] = await list();
  appendFileSync(program, '# and more\n');
  const [changed] = await list();
  assert.deepEqual([trusted?.state, changed?.state, changed?.programs], ['trusted', 'changed', [program]]);
  await say('write another', write('other.txt'), 'Blocked.');
  assert.match(results().at(-1) ?? '', /has changed; its owner allows what it runs/);
  await assert.rejects(
    call('hooks.trust', { id: changed?.id, hash: trusted?.hash }),
    /is not what it was when you looked/,
  );
});

test('given hooks that decide by JSON, when calls come, then deny blocks, ask asks, allow allows nothing, and a changed input is what runs', async t => {
  const says = (output: object) =>
    `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...output } })}'`;
  const one = (command: string) => ({ PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command }] }] });
  const asking = await opened(t, one(says({ permissionDecision: 'ask', permissionDecisionReason: 'look first' })));
  await asking.trustAll();
  await asking.say('write', write('a.txt'), 'It waits.');
  assert.equal(existsSync(join(asking.home, 'workspace', 'a.txt')), false);
  const { approvals } = (await asking.call('approvals.list', { state: 'pending' })) as {
    readonly approvals: readonly unknown[];
  };
  assert.match(JSON.stringify(approvals), /look first/);
  const changing = await opened(
    t,
    one(says({ permissionDecision: 'allow', updatedInput: { file_path: 'b.txt', content: 'changed' } })),
  );
  await changing.trustAll();
  await changing.say('write', write('a.txt'), 'Written.');
  assert.equal(readFileSync(join(changing.home, 'workspace', 'b.txt'), 'utf8'), 'changed');
});

test('given hooks for messages, replies and results, when each moment comes, then a message is refused, a reply is written again, and words stand behind a result', async t => {
  const blocking = (word: string, reason: string) => `grep -q ${word} && { echo "${reason}" >&2; exit 2; } || exit 0`;
  const { trustAll, say, results, passedOver, home } = await opened(t, {
    UserPromptSubmit: [{ hooks: [{ type: 'command', command: blocking('zeppelin', 'no airships') }] }],
    Stop: [{ hooks: [{ type: 'command', command: blocking('maybe', 'say it plainly') }] }],
    PostToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: blocking('list_files', 'the list is long') }] }],
    SessionStart: [{ hooks: [{ type: 'command', command: 'exit 0' }] }],
  });
  await trustAll();
  await assert.rejects(say('tell me about a zeppelin', 'Yes.'), /no airships/);
  assert.equal(await say('will it rain?', 'Well, maybe.', 'It will.'), 'It will.');
  await say('list', { tool: 'list_files', args: { path: '.' } }, 'Listed.');
  assert.doesNotMatch(results().at(-1) ?? '', /\[hook\]/, 'the tool is Glob to it');
  await say('write', { tool: 'write_file', args: { path: 'list_files.txt', content: 'x' } }, 'Written.');
  assert.match(results().at(-1) ?? '', /\[hook\] the list is long/);
  assert.equal(existsSync(join(home, 'workspace', 'list_files.txt')), true, 'what has happened is not undone');
  assert.deepEqual(
    (await passedOver()).map(({ what }) => what),
    ['SessionStart'],
  );
});

test('given a hook before a summary, when it is against one, then the conversation stays whole, and goes on', async t => {
  const { trustAll, say, call } = await opened(t, {
    PreCompact: [{ matcher: 'auto', hooks: [{ type: 'command', command: 'echo "keep it whole" >&2; exit 2' }] }],
  });
  await trustAll();
  for (let at = 0; at < 12; at += 1) await say(`this is sentence ${at}`, 'Yes.');
  const answer = await call('context.compact', { id: session }).catch((error: Error) => ({ message: error.message }));
  assert.equal((answer as { readonly state?: string }).state, 'failed');
  const { messages } = (await call('sessions.messages', { id: session, limit: 50 })) as {
    readonly messages: readonly { readonly role: string }[];
  };
  assert.equal(messages.filter(({ role }) => role === 'owner').length, 12);
  assert.doesNotMatch(JSON.stringify(messages), /"isSummary":true/);
  assert.equal(await say('and on', 'On it goes.'), 'On it goes.');
});
