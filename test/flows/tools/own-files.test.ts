/** Files that the owner writes while the agent does nothing are the owner's; those that come by the agent's acts are not. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as soon } from 'node:timers/promises';
import { obedient } from '../../peers/obedient.ts';
import { test } from '../../slow.ts';
import { sandboxProblem, worstCaseAgent } from '../rig/worst-case-agent.ts';

const skip = await sandboxProblem();

test('given files of the owner, of a command and of somebody else, when they are read, then only the owner’s is trusted, also after a command has moved the others', {
  skip,
  timeout: 120_000,
}, async t => {
  const agent = await worstCaseAgent(obedient, '[memory]\nauto_ingest = false\n');
  t.after(agent.close);
  const workspace = join(agent.home, 'workspace');
  const session = 'session:web:files';
  const run = (command: string) => agent.say(session, `do: execute_command ${JSON.stringify({ command })}`);
  let reads = 0;
  /** How far the result is trusted of reading it. */
  async function taintOf(path: string): Promise<unknown> {
    const place = `session:web:read-${++reads}`;
    await agent.say(place, `do: read_file ${JSON.stringify({ path })}`);
    return agent.tables.value("SELECT taint FROM messages WHERE session = ? AND role = 'tool'", place);
  }
  await run('mkdir -p made && echo from a command > made/by-command.md');
  mkdirSync(join(workspace, 'inbox'), { recursive: true });
  writeFileSync(join(workspace, 'inbox', 'letter.md'), 'from somebody');
  // shortly after an act nobody can say whose a file is: the owner's counts from then on
  do {
    await soon(100);
    writeFileSync(join(workspace, 'own.md'), 'Buy milk.');
  } while ((await taintOf('own.md')) !== 'owner');
  assert.equal(await taintOf('made/by-command.md'), 'external');
  assert.equal(await taintOf('inbox/letter.md'), 'external');
  await run('mv made moved && cp own.md copy.md && echo more >> own.md');
  for (const path of ['moved/by-command.md', 'copy.md', 'own.md']) assert.equal(await taintOf(path), 'external', path);
});
