import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileInbox } from '../../../src/adapters/files/file-inbox.ts';
import { confinedWorld } from './confined-world.ts';

const kept: readonly (readonly [string, RegExp, string])[] = [
  ['.env', /^inbox\/[0-9a-f]{8}\/\.env$/, '.env'],
  ['.env.local', /^inbox\/[0-9a-f]{8}\/\.env\.local$/, '.env.local'],
  ['.netrc', /^inbox\/[0-9a-f]{8}\/\.netrc$/, '.netrc'],
  ['.git-credentials', /^inbox\/[0-9a-f]{8}\/\.git-credentials$/, '.git-credentials'],
  ['.git', /^inbox\/git-[0-9a-f]{8}$/, 'git'],
  ['..', /^inbox\/file-[0-9a-f]{8}$/, 'file'],
  ['../.env', /^inbox\/[^./]\S*-[0-9a-f]{8}\S*$/, 'env'],
  ['report.pdf', /^inbox\/report-[0-9a-f]{8}\.pdf$/, 'report.pdf'],
];

for (const [name, path, shown] of kept)
  test(`given a file named ${name}, when it is kept, then it keeps what it is judged by`, async t => {
    const inbox = fileInbox(confinedWorld(t).files);
    const first = await inbox.keep('telegram/42/1', name, Buffer.from('x'));
    assert.match(first.path ?? '', path);
    assert.equal(first.name, shown);
    assert.deepEqual(await inbox.kept('telegram/42/1', name), first);
  });
