import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pageFile, pages } from './pages.ts';

for (const [name, page] of Object.entries(pages))
  test(`given docs/${name}, when it is held against the code, then nothing has changed since it was written`, () => {
    const isFresh = readFileSync(pageFile(name), 'utf8') === page();
    assert.ok(isFresh, `docs/${name} is of another version of the code; "npm run docs:pages" writes it`);
  });
