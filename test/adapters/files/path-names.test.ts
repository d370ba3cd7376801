import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completer } from '../../../src/adapters/channels/terminal/typing/completing.ts';
import { standInsOf } from '../../../src/adapters/files/let-in/stand-ins.ts';
import { pathsLike } from '../../../src/adapters/files/path-names.ts';
import { letInWorld } from './let-in/let-in-world.ts';

for (const isDirect of [false, true])
  test(`given a folder that was let in ${isDirect ? 'without' : 'with'} a sandbox, when Tab is pressed, also after @, then its files are listed by their paths in the workspace`, async t => {
    const { root, workspace, has, stand } = letInWorld(t);
    stand(isDirect);
    has('home/workspace/apple.txt');
    has('projects/app/src/main.ts');
    has('projects/app/.hidden');
    const letIn = () => standInsOf(`${root}/folders.json`);
    const paths = async (start: string) => pathsLike(start, workspace, root, letIn());
    const complete = completer({ commands: () => [], sessions: async () => [], paths });
    const words = async (text: string) => (await complete(text)).words.map(one => one.text);
    assert.deepEqual(await words('read @'), ['app/', 'apple.txt', 'docs/']);
    assert.deepEqual(await words('read @ap'), ['app/', 'apple.txt']);
    assert.deepEqual(await words('read @app/'), ['app/src/']);
    assert.deepEqual(await words('read app/src/m'), ['app/src/main.ts']);
    assert.deepEqual(await words('read @app/src/'), ['app/src/main.ts']);
    assert.equal((await complete('read @app/src/m')).from, 'read '.length);
    assert.deepEqual(await words('read @nothing'), []);
    assert.deepEqual(await words('read '), []);
    assert.deepEqual(
      await words('read ~/home/workspace/app'),
      isDirect
        ? ['~/home/workspace/app', '~/home/workspace/apple.txt']
        : ['~/home/workspace/app/', '~/home/workspace/apple.txt'],
    );
  });
