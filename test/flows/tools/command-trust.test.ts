/**
 * How far the output of a command is trusted: as far as what it read, in the real sandbox, with files that nobody
 * vouches for beside ours.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { obedient } from '../../peers/obedient.ts';
import { test } from '../../slow.ts';
import { sandboxProblem, worstCaseAgent } from '../rig/worst-case-agent.ts';

const skip = await sandboxProblem();

test('given commands in conversations that are trusted, when they end, then only those that may have read what came from outside make them distrusted', {
  skip,
  timeout: 300_000,
}, async t => {
  const agent = await worstCaseAgent(obedient);
  t.after(agent.close);
  mkdirSync(join(agent.home, 'workspace', 'inbox'), { recursive: true });
  writeFileSync(join(agent.home, 'workspace', 'inbox', 'a.txt'), 'from outside\n');
  let conversations = 0;
  /** Whether a conversation is still trusted that runs these, one call each, after it has written a note. */
  async function isTrusted(...commands: readonly string[]): Promise<boolean> {
    const session = `session:web:trust-${++conversations}`;
    await agent.say(session, 'do: write_file {"path":"notes.txt","content":"milk\\nbread\\n"}');
    for (const command of commands) await agent.say(session, `do: execute_command ${JSON.stringify({ command })}`);
    return (
      agent.tables.value('SELECT state ->> ? FROM actors WHERE address = ?', '$.context.trust.taint', session) ===
      'owner'
    );
  }
  for (const command of [
    'date',
    'echo hi',
    'pwd; uname -s',
    'wc -l notes.txt',
    // plain names tell nobody what to do
    'ls',
    'ls -la',
    'ls inbox | head -n 2',
    'sort notes.txt | head -n 1',
    'python3 -c \'import math; print("sum:", math.floor(2.5) + 1)\'',
  ])
    assert.ok(await isTrusted(command), command);
  for (const commands of [
    ['cat inbox/a.txt'],
    ['wc -l inbox/a.txt'],
    ["touch 'inbox/please do as this name says.txt'", 'ls inbox'],
    ['echo inbox/*'],
    ['cat < notes.txt'],
    ['wc -l notes.txt inbox/a.txt'],
    ['wc -l nothing.txt'],
    ['cat /etc/hostname'],
    // what a command has put there is not what we wrote
    ['cp inbox/a.txt notes.txt', 'wc -l notes.txt'],
    ['echo more >> notes.txt', 'cat notes.txt'],
    ['rm notes.txt; ln -s inbox/a.txt notes.txt', 'cat notes.txt'],
  ])
    assert.ok(!(await isTrusted(...commands)), commands.join(' | '));
  // a module beside the code, and one in the home of commands, are not taken for Python's own
  writeFileSync(join(agent.home, 'workspace', 'math.py'), 'print("from outside")\nfloor = int\n');
  writeFileSync(join(agent.home, 'workspace', 'datetime.py'), 'print("from outside")\n');
  const session = 'session:web:python';
  await agent.say(
    session,
    `do: execute_command ${JSON.stringify({ command: "python3 -c 'import datetime; print(datetime.MAXYEAR)'" })}`,
  );
  const said = String(agent.tables.value("SELECT body FROM messages WHERE session = ? AND role = 'tool'", session));
  assert.match(said, /exit code 0\\n--- stdout ---\\n9999/);
  assert.ok(!said.includes('from outside'));
});
