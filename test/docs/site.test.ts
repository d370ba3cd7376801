import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { addressOf, files, groups, sourceOf } from '../../docs/site/pages.ts';
import { test as slow } from '../slow.ts';
import { root } from '../source-files.ts';

test('given the menu of the site, when its pages are looked for, then each is there once, and every page of docs is in it', () => {
  const docs = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'));
  assert.deepEqual(
    docs.filter(name => !files.includes(`docs/${name}`)),
    [],
  );
  assert.deepEqual(
    files.filter(file => !existsSync(join(root, file))),
    [],
  );
  assert.equal(new Set(files.map(sourceOf)).size, files.length);
  assert.deepEqual(
    [addressOf('docs/README.md'), addressOf('docs/stuck.md'), addressOf('package.json')],
    ['/', '/stuck', undefined],
  );
});

const site = join(root, 'docs', 'site');
const skip = existsSync(join(site, 'node_modules'))
  ? false
  : 'the generator of the site is not installed; "npm run docs" does it';

slow(
  'given the pages, when the site is built, then it has each of them, and a link leads from page to page',
  { skip },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'straylight-site-'));
    try {
      const built = spawnSync(join(site, 'node_modules', '.bin', 'vitepress'), ['build', '--outDir', folder], {
        cwd: site,
        encoding: 'utf8',
      });
      assert.equal(built.status, 0, built.stdout + built.stderr);
      const pages = groups.flatMap(({ pages }) => pages.map(({ file }) => sourceOf(file).replace(/\.md$/, '.html')));
      assert.deepEqual(
        pages.filter(name => !existsSync(join(folder, name))),
        [],
      );
      const stuck = readFileSync(join(folder, 'stuck.html'), 'utf8');
      assert.match(stuck, /href="\/configuration\.html#watchdog"/);
      assert.match(readFileSync(join(folder, 'configuration.html'), 'utf8'), /id="watchdog"/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
