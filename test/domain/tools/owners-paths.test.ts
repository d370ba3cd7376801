import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownersPaths } from '../../../src/domain/tools/owners-paths.ts';

const paths = ownersPaths([
  { seen: '/workspace', disk: '/home/ada/.straylight/workspace' },
  { seen: '/workspace/letters', disk: '/home/ada/Letters' },
  { seen: '/scripts', disk: '/scripts' },
]);

test('given a sentence, when it is drawn for the owner, then paths lead to the own disk, and commands stay as they run', () => {
  assert.equal(
    paths.sentence('Write /workspace/a.txt (1 line).'),
    'Write /home/ada/.straylight/workspace/a.txt (1 line).',
  );
  assert.equal(paths.sentence('Read /workspace/letters/b.'), 'Read /home/ada/Letters/b.');
  for (const same of [
    'Run “cat /workspace/a.txt”.',
    '„rm /workspace/a“ ausführen.',
    'See `/workspace/a`.',
    'Read /mnt/workspace/a, ./workspace/a, /workspaces/a and /workspace-2/a.',
    'Use /scripts/x.',
  ])
    assert.equal(paths.sentence(same), same);
});

test('given what a tool answered, when it is drawn, then only our own words change', () => {
  const list = '/workspace: 2 entries\na.txt  3 bytes\n/workspace/b';
  assert.equal(paths.result('list_files', list), list.replace('/workspace', '/home/ada/.straylight/workspace'));
  assert.equal(
    paths.result('read_file', '/workspace/a.txt (text/plain)\nsee /workspace/b'),
    '/home/ada/.straylight/workspace/a.txt (text/plain)\nsee /workspace/b',
  );
  assert.equal(
    paths.result('search_files', '/workspace/letters/a:1: in /workspace/b'),
    '/home/ada/Letters/a:1: in /workspace/b',
  );
  assert.equal(paths.result('execute_command', 'exit code 0\n/workspace'), 'exit code 0\n/workspace');
});

test('given a reply with what ran unasked beneath it, when it goes out, then only that paragraph changes', () => {
  assert.equal(
    paths.reply('It is in /workspace/a.\n\n(Ran automatically: Write /workspace/a; Run “ls /workspace”.)'),
    'It is in /workspace/a.\n\n(Ran automatically: Write /home/ada/.straylight/workspace/a; Run “ls /workspace”.)',
  );
});
