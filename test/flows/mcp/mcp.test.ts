/** MCP servers of a whole agent: set up, told to a model, asked about, killed in mid-call, and taken out again. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../adapters/mcp/rig.ts';
import { test } from '../../slow.ts';
import { calls, folderOf, peerWords, withServers } from './rig.ts';

test('given no server, when one is added, accepted and used, then the model is told what was accepted, an act asks, and what was forbidden is gone', () =>
  withServers(async ({ agent, offered }) => {
    assert.match((await agent.straylight('mcp')).out, /There are no MCP servers/);
    const added = await agent.straylight('mcp', 'add', ...peerWords(await folderOf(agent)));
    assert.equal(added.code, 0, added.err);
    assert.match(added.out, /13 descriptions were not accepted by you/);
    assert.match(added.out, /Says it again\./);
    await agent.ask('hello');
    assert.match(offered(), /peer__echo/);
    assert.doesNotMatch(offered(), /Says it again/);
    assert.equal((await agent.straylight('mcp', 'accept', 'peer')).code, 0);
    await agent.ask('hello');
    assert.match(offered(), /Says it again/);

    const asks = await agent.ask('use peer__write_note {"text":"milk"}');
    assert.match(asks, /Waiting for your approval|Approval/i);
    const { value: waiting } = await agent.json('approvals');
    assert.match(JSON.stringify(waiting), /write-note of the MCP server peer/);
    assert.deepEqual(
      calls(agent).filter(line => line.startsWith('write-note')),
      [],
    );
    const approved = await agent.straylight('approvals', 'approve', waiting[0].card.key, '--confirm', 'yes');
    assert.equal(approved.code, 0, `${approved.out}${approved.err}`);
    assert.equal((await agent.straylight('mcp', 'allow', 'peer__write_note')).code, 0);
    await agent.ask('use peer__write_note {"text":"bread"}');
    assert.deepEqual(
      calls(agent).filter(line => line.startsWith('write-note')),
      ['write-note milk', 'write-note bread'],
    );

    assert.equal((await agent.straylight('mcp', 'forbid', 'peer__write_note')).code, 0);
    const refused = await agent.ask('use peer__write_note {"text":"wine"}');
    assert.match(refused, /The owner has forbidden peer__write_note/);
    assert.doesNotMatch(offered(), /peer__write_note/);

    const { value } = await agent.json('mcp', 'list');
    assert.deepEqual([value[0].name, value[0].tools, value[0].unaccepted], ['peer', 13, 0]);
    assert.equal((await agent.straylight('mcp', 'remove', 'peer')).code, 1, 'it asks first');
    assert.equal((await agent.straylight('mcp', 'remove', 'peer', '--yes')).code, 0);
    assert.match(await agent.ask('use peer__echo {"text":"a"}'), /no tool named peer__echo/);
  }));

test('given a call of a server under way, when the process is killed, then the call is not repeated, and its outcome is told as unknown', () =>
  withServers(async ({ agent }) => {
    const running = await agent.start();
    const folder = await folderOf(agent);
    assert.equal((await agent.straylight('mcp', 'add', ...peerWords(folder))).code, 0);
    assert.equal((await agent.straylight('mcp', 'allow', 'peer__hang')).code, 0);
    mkdirSync(agent.workspace, { recursive: true });
    const watching = watch(agent.workspace);
    void running.http('/api/sessions/session:web:main/messages', { clientId: 'one', text: 'use peer__hang {}' });
    while (!calls(agent).includes('hang')) await once(watching, 'change');
    watching.close();
    await running.kill();
    const again = await agent.start();
    const told = await agent.straylight('sessions', 'show', 'web:main');
    assert.match(told.out, /may or may not have happened/);
    assert.deepEqual(agent.tables.rows("SELECT outcome FROM tool_calls WHERE tool = 'peer__hang'"), [
      { outcome: 'unknown' },
    ]);
    assert.deepEqual(
      calls(agent).filter(line => line === 'hang'),
      ['hang'],
      'it was not begun again',
    );
    await again.stop();
  }));

test('given a server of the settings, when the agent starts, then it is looked at by itself, and is not removed by a command', () =>
  withServers(async ({ agent }) => {
    const folder = await folderOf(agent);
    const file = join(agent.path, 'config.toml');
    const words = peerWords(folder).slice(2, 4);
    const table = `\n[mcp.set]\ncommand = "node"\nargs = ${JSON.stringify(words)}\nfolders = ["${root}"]\n`;
    writeFileSync(file, `${readFileSync(file, 'utf8')}${table}`);
    const tested = await agent.straylight('mcp', 'test', 'set');
    assert.equal(tested.code, 0, tested.err);
    const removed = await agent.straylight('mcp', 'remove', 'set', '--yes');
    assert.equal(removed.code, 1);
    assert.match(removed.err, /take \[mcp\.set\] out there/);
  }));
