/** Where a file lies, as its owner reads it and as the model is given it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { scriptedAgent } from '../../inspector/page/scripted-agent.ts';

const session = 'session:web:main';

test('given a file that was written in the sandbox, when its owner reads of it, then the path is the one on the own disk, and the model keeps its own', () =>
  scriptedAgent({ config: '[sandbox]\nexecutor = "bubblewrap"\n' }, async ({ agent, running, play, say }) => {
    const arguments_ = { path: 'notes.txt', content: 'see /workspace/other\n' };
    play(
      { toolCalls: [{ name: 'write_file', arguments: arguments_ }] },
      { toolCalls: [{ name: 'read_file', arguments: { path: 'notes.txt' } }] },
      { text: 'Done.' },
    );
    await say('Write it.');
    const file = join(agent.workspace, 'notes.txt');
    const { messages } = (await running.http(`/api/sessions/${encodeURIComponent(session)}/messages`)).json;
    const [wrote, read] = messages.filter(({ role }: { role: string }) => role === 'tool');
    assert.equal(wrote.text, `Created ${file} (1 line, 21 bytes).`);
    assert.ok(wrote.doing.includes(file), wrote.doing);
    assert.ok(read.text.startsWith(`${file} (`), read.text);
    assert.match(read.text, /\n.*see \/workspace\/other/);

    const given = JSON.stringify(agent.tables.rows("SELECT body FROM messages WHERE role = 'tool'"));
    assert.match(given, /Created \/workspace\/notes\.txt/);
    assert.ok(!given.includes(file), given);
  }));
