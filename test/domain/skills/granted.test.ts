/** What a call needs that a skill in use was not granted: each of the four, for what a call could do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import { beyondGrants } from '../../../src/domain/skills/granted.ts';
import { type Grant, noGrant } from '../../../src/domain/skills/skill.ts';
import type { CallFacts, ToolEffect } from '../../../src/domain/tools/tool.ts';

const whole: Grant = { tools: ['*'], hosts: ['*'], files: 'write', secrets: ['*'] };

function missing(
  granted: Partial<Grant>,
  tool: string,
  { effect = 'act', args = '{}', ...facts }: CallFacts & { readonly effect?: ToolEffect; readonly args?: string } = {},
): readonly string[] {
  const call = { tool, effect, facts, arguments: args };
  return beyondGrants(call, [{ name: 'tidy', granted: { ...noGrant, ...granted } }]).map(one =>
    inEnglish(one).replace('The skill tidy is in use, and ', ''),
  );
}

test('given a skill that was granted tools alone, when a program runs, a file is read or listed, or another server could write, then files are missing', () => {
  const tools = ['*'];
  const write = ['was not granted to write files.'];
  const read = ['was not granted to read files.'];
  assert.deepEqual(missing({ tools }, 'execute_command', { command: 'cat notes.md', executor: 'bubblewrap' }), write);
  assert.deepEqual(missing({ tools }, 'run_skill_script', { executor: 'docker', trusted: true }), write);
  assert.deepEqual(missing({ tools, files: 'read' }, 'word_count', { executor: 'bubblewrap' }), write);
  assert.deepEqual(missing({ tools }, 'read_file', { effect: 'read', path: 'notes.md' }), read);
  assert.deepEqual(missing({ tools }, 'search_files', { effect: 'read', workspace: 'read' }), read);
  assert.deepEqual(missing({ tools }, 'list_files', { effect: 'read', workspace: 'read' }), read);
  assert.deepEqual(missing({ tools, files: 'read' }, 'list_files', { effect: 'read', workspace: 'read' }), []);
  assert.deepEqual(missing({ tools }, 'undo_turn', { restores: true }), write);
  assert.deepEqual(
    missing({ tools }, 'files__read', { server: 'files', executor: 'bubblewrap', workspace: 'write' }),
    write,
  );
  assert.deepEqual(missing({ tools }, 'clock__now', { server: 'clock', executor: 'bubblewrap' }), []);
});

test('given a skill that was granted one host, when a call reaches another, or nobody knows which, then the host is missing', () => {
  const granted: Partial<Grant> = { tools: ['*'], hosts: ['*.example.com', 'a.org'], files: 'write' };
  const every = ['was not granted every host; nobody knows before which this reaches.'];
  assert.deepEqual(missing(granted, 'web_fetch', { effect: 'read', url: 'https://api.example.com/x' }), []);
  assert.deepEqual(missing(granted, 'web_fetch', { effect: 'read', url: 'https://b.org/?q=1' }), [
    'was not granted the host b.org.',
  ]);
  assert.deepEqual(missing(granted, 'web_fetch', { effect: 'read', url: 'https://example.com.evil.org/' }), [
    'was not granted the host example.com.evil.org.',
  ]);
  assert.deepEqual(missing(granted, 'mail__send', { server: 'mail', outward: true }), every);
  assert.deepEqual(missing(granted, 'execute_command', { command: 'curl x', executor: 'direct' }), every);
  for (const action of ['click', 'type', 'evaluate'])
    assert.deepEqual(missing(granted, 'browser', { args: `{"action":"${action}"}` }), every, action);
  assert.deepEqual(missing(granted, 'browser', { args: '{"action":"extract"}', trusted: true }), []);
});

test('given a skill that was granted one secret, when a call takes another, then it is missing', () => {
  const granted: Partial<Grant> = { tools: ['*'], hosts: ['*'], files: 'write', secrets: ['tidy/key'] };
  const url = 'https://a.org/';
  assert.deepEqual(missing(granted, 'web_request', { url, secrets: ['tidy/key'] }), []);
  assert.deepEqual(missing(granted, 'web_request', { url, secrets: ['tidy/key', 'github/deploy'] }), [
    'was not granted the secret github/deploy.',
  ]);
});

test('given a skill, when a call makes something that acts later, then it asks unless everything was granted', () => {
  const later = ['this would act later, when nothing is held to what was granted to it.'];
  assert.deepEqual(missing({ ...whole, secrets: [] }, 'schedule_job', { schedules: 'acts' }), later);
  assert.deepEqual(missing({ ...whole, hosts: [] }, 'create_tool', { writes: 'scripts' }), later);
  assert.deepEqual(missing(whole, 'schedule_job', { schedules: 'acts' }), []);
  assert.deepEqual(missing({ tools: ['goals'] }, 'goals', { schedules: 'reads', records: true }), []);
});

test('given a skill, when a tool was not granted, then it is missing, but for what only loads or asks', () => {
  assert.deepEqual(missing({}, 'web_search', { effect: 'read' }), ['was not granted the tool web_search.']);
  assert.deepEqual(missing({}, 'load_skill', { effect: 'read' }), []);
  assert.deepEqual(missing({}, 'ask_owner', { effect: 'ask' }), []);
});
