import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { prompt } from '../../config/prompts.ts';

const values = {
  name: 'Straylight',
  soul: 'You are calm. {{owner}} is not to be filled in here.',
  owner: 'Molly',
  language: 'German',
  time_zone: 'Europe/Berlin',
  workspace: '/workspace',
  executor: 'Commands have no network.',
  max_steps: 15,
  max_tool_calls: 20,
};

test('given every value, when the session prompt is filled, then no placeholder is left and a value is never read as one', () => {
  const text = prompt('session')(values);
  assert.match(text, /^You are Straylight, the personal agent of Molly\./);
  assert.match(text, /\{\{owner\}\} is not to be filled in here/);
  assert.deepEqual(text.match(/\{\{\w+\}\}/g), ['{{owner}}']);
});

test('given a value too few or too many, when a prompt is filled, then it says which', () => {
  const { soul: _, ...fewer } = values;
  assert.throws(() => prompt('session')(fewer as typeof values), /session\.md has \{\{soul\}\}/);
  assert.throws(() => prompt('moment')({ now: 'x', time_zone: 'y', more: 'z' } as never), /no place for more/);
});

test('given the prompts folder, when its README is read, then it lists every file and placeholder', () => {
  const folder = new URL('../../config/prompts/', import.meta.url);
  const readme = readFileSync(new URL('README.md', folder), 'utf8');
  for (const file of readdirSync(folder).filter(name => name !== 'README.md')) {
    assert.ok(readme.includes(`\`${file}\``), file);
    for (const placeholder of readFileSync(new URL(file, folder), 'utf8').match(/\{\{\w+\}\}/g) ?? [])
      assert.ok(readme.includes(`\`${placeholder}\``), placeholder);
  }
});
