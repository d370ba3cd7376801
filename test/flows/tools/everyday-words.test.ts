/** A first day with files, tools and reminders in everyday words, in the real program with the demo model. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

test('given everyday words about files and reminders, when they are said, then they are done, in English and in German', () =>
  withAgent({}, async agent => {
    await agent.ask('write milk, eggs and bread into notes.txt');
    await agent.ask('add butter to notes.txt');
    await agent.ask('füge "Öl \'extra\'" zu notes.txt hinzu');
    const file = join(agent.workspace, 'notes.txt');
    assert.equal(readFileSync(file, 'utf8'), "milk, eggs and bread\nbutter\nÖl 'extra'\n");
    assert.match(await agent.ask('where is notes.txt?'), /\/workspace\/notes\.txt/);
    assert.match(await agent.ask('show me notes.txt'), /butter/);
    await agent.ask('lösche notes.txt');
    assert.equal(existsSync(file), false);
    await agent.ask('remind me tomorrow at 9 to call Ada');
    await agent.ask('stop reminding me of Ada');
    await agent.ask('erinnere mich morgen um 9 an die Bank');
    await agent.ask('lösche die Erinnerung an die Bank');
    assert.match(await agent.ask('which jobs are there?'), /There are no jobs/);
  }));
