/** What was written for a machine is forgotten, too: in commands, in what is kept of turns for their undo, after a kill. */
import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as soon } from 'node:timers/promises';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { tablesOf } from '../rig/tables.ts';

const words = 'Schlüssel beim Quokkamoon';
const packed = '金庫は梅の木の下にある';

const escaped = (text: string) =>
  [...Array(text.length).keys()].map(at => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
const entities = (text: string) => [...text].map(one => `&#${one.codePointAt(0)};`).join('');
const spellings = (text: string) => [
  text,
  encodeURIComponent(text),
  escaped(text),
  entities(text),
  Buffer.from(text).toString('base64'),
  Buffer.from(text).toString('hex'),
];

/** The files of a home that hold one of the spellings; the workspace is the owner's own. */
function left(home: string): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.parentPath.startsWith(join(home, 'workspace')))
    .map(entry => join(entry.parentPath, entry.name))
    .flatMap(file => {
      const bytes = readFileSync(file);
      return [words, packed]
        .flatMap(spellings)
        .filter(one => bytes.includes(one) || bytes.includes(JSON.stringify(one).slice(1, -1)))
        .map(one => `${file.slice(home.length)}: ${one}`);
    });
}

test('given words in commands in six spellings, when they are forgotten and the process is killed on the way, then the next one leaves none in any file', () =>
  withAgent({ hasForgotten: true, config: '[sandbox]\nexecutor = "bubblewrap"\n' }, async agent => {
    const running = await agent.start();
    for (const text of [words, packed])
      for (const [at, spelling] of spellings(text).entries())
        await agent.ask(`run \`touch made${at} && true "${spelling}"\``);
    await running.stop();
    assert.ok(
      left(agent.path).some(found => found.startsWith('/undo/index.db')),
      left(agent.path).join('\n'),
    );

    const forget = async (home: string, text: string, more: Readonly<Record<string, string>>) => {
      const run = (confirm: readonly string[], env: Readonly<Record<string, string>>) =>
        agent.launch(['memory', 'forget', '--words', text, ...confirm], { STRAYLIGHT_HOME: home, ...env }).ended;
      const asked = await run([], {});
      const [, word] = /--confirm (forget-\d+)/.exec(asked.err) ?? [];
      return run(['--confirm', word ?? assert.fail(asked.err)], more);
    };
    for (const point of ['', 'forgetting.swept:1', 'forgetting.undo:1']) {
      const home = join(agent.path, '..', `killed-${point.replace(':1', '')}`);
      cpSync(agent.path, home, { recursive: true });
      assert.equal((await forget(home, packed, {})).code, 0);
      const ended = await forget(home, words, point === '' ? {} : { STRAYLIGHT_CRASH_AT: point });
      if (point === '') assert.equal(ended.code, 0, ended.err);
      else {
        assert.equal(ended.signal, 'SIGKILL', point);
        const again = agent.launch(['start'], { STRAYLIGHT_HOME: home });
        await again.line(/^Page /m);
        const tables = tablesOf(join(home, 'straylight.db'));
        while (tables.value('SELECT count(*) FROM forgettings') !== 0) await soon(50);
        await again.kill();
      }
      assert.deepEqual(left(home), [], point);
    }
  }));
