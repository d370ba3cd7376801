import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../../config/load.ts';
import { ownPrompt, prompt, promptParts, promptProblems } from '../../config/prompts.ts';

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
  jobs: 'tea (at five)',
  goals: '1. sleep',
  approvals: '2 (web_request)',
  memories: '- the cat is called Mo',
  now: 'Sunday',
};

/** A folder of prompts with these files in it. */
function folderWith(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-prompts-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('given every value, when the parts are filled, then no placeholder is left and a value is never read as one', () => {
  const parts = promptParts('/nowhere');
  const text = Object.values(parts)
    .map(part => part(values))
    .join('\n\n');
  assert.match(text, /^You are Straylight, the personal agent of Molly\./);
  assert.match(text, /\{\{owner\}\} is not to be filled in here/);
  assert.deepEqual(text.match(/\{\{[^}]*\}\}/g), ['{{owner}}']);
  assert.deepEqual(promptProblems('/nowhere'), []);
});

test('given tools on offer, when the parts are filled, then what is said of other tools is left out', () => {
  const parts = promptParts('/nowhere');
  assert.match(parts.tools(values), /create_tool[\s\S]*web_fetch[\s\S]*ask_owner[\s\S]*At most 15 steps/);
  const few = parts.tools(values, tool => tool === 'ask_owner');
  assert.match(few, /^# Tools\n- Use a tool[\s\S]*ask_owner[\s\S]*At most 15 steps/);
  assert.doesNotMatch(few, /create_tool|web_fetch|\n\n/);
  assert.match(
    parts.tools(values, tool => tool === 'web_fetch'),
    /web_fetch/,
    'one of several is enough',
  );
  assert.doesNotMatch(
    parts.environment(values, () => false),
    /memory_save/,
  );
});

test('given files of the owner, when the parts are read, then the good ones take the place of ours, and each of the others is named', t => {
  const folder = folderWith(t, {
    'style.md': 'Speak like a pirate, {{owner}}.\n{{if browser}}\nShow pictures.\n{{end}}',
    'honesty.md': '   \n',
    'moment.md': 'It is {{nwo}}.',
    'tools.md': '{{if create_tool}}\nMake tools.',
    'goals.md': 'x'.repeat(20_001),
    'jobs.md': '{{end}}\nJobs: {{jobs}}',
    'sumary.md': 'A slip of the pen.',
    'observer.md': 'Look well.',
  });
  const parts = promptParts(folder);
  assert.equal(parts.style(values), 'Speak like a pirate, Molly.\nShow pictures.');
  assert.equal(
    parts.style(values, () => false),
    'Speak like a pirate, Molly.',
  );
  const ours = promptParts('/nowhere');
  for (const name of ['honesty', 'moment', 'tools', 'goals', 'jobs'] as const)
    assert.equal(parts[name](values), ours[name](values), name);
  const problems = promptProblems(folder);
  for (const expected of [
    /honesty\.md has 0 characters; expected 1 to 20000; the prompt that comes with Straylight is used/,
    /moment\.md has \{\{nwo\}\}; expected one of .*\{\{now\}\}/,
    /tools\.md has an \{\{if TOOL\}\} without an \{\{end\}\}/,
    /goals\.md has 20001 characters/,
    /jobs\.md has \{\{end\}\} where it cannot stand/,
    /sumary\.md is not read: expected a file of the name observer\.md/,
  ])
    assert.equal(problems.filter(problem => expected.test(problem)).length, 1, `${expected} in ${problems.join('\n')}`);
  assert.equal(problems.length, 6);
  assert.equal(ownPrompt('observer', folder), 'Look well.');
});

test('given a prompt of the owner that cannot be used, when the settings are read, then it is a warning and the start goes on', t => {
  const home = folderWith(t, {});
  mkdirSync(join(home, 'prompts'));
  writeFileSync(join(home, 'prompts', 'style.md'), '');
  const loaded = loadConfig({ home, env: {} });
  assert.ok(loaded.ok);
  assert.match(loaded.warnings.join('\n'), /prompts\/style\.md has 0 characters; expected 1 to 20000/);
});

test('given a value too few or too many, when a prompt is filled, then it says which', () => {
  const { name, owner, language, time_zone, workspace, executor, max_steps, max_tool_calls } = values;
  const agent = {
    name,
    owner,
    language,
    time_zone,
    workspace,
    executor,
    max_steps,
    max_tool_calls,
    purpose: 'x',
    own: 'y',
  };
  const { own: _, ...fewer } = agent;
  assert.throws(() => prompt('agent')(fewer as typeof agent), /agent\.md has \{\{own\}\}/);
  assert.throws(() => prompt('agent')({ ...agent, more: 'z' } as never), /no place for more/);
});

test('given the prompts folder, when its README is read, then it lists every file and placeholder', () => {
  const folder = new URL('../../config/prompts/', import.meta.url);
  const readme = readFileSync(new URL('README.md', folder), 'utf8');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.md'));
  assert.ok(files.length > 20);
  for (const file of files.filter(name => name !== 'README.md')) {
    assert.ok(readme.includes(`\`${basename(file)}\``), file);
    for (const placeholder of readFileSync(new URL(file, folder), 'utf8').match(/\{\{\w+\}\}/g) ?? [])
      assert.ok(readme.includes(`\`${placeholder}\``), placeholder);
  }
});
