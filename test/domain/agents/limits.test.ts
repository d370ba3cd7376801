import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentLimits } from '../../../src/domain/agents/agent.ts';
import { beyondLimits, type LimitedCall } from '../../../src/domain/agents/limits.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';

const call = (tool: string, facts: LimitedCall['facts'] = {}, args: LimitedCall['args'] = {}) => ({
  tool,
  facts,
  args,
});
const beyond = (limits: AgentLimits, one: LimitedCall) => {
  const [form] = beyondLimits('boxed', limits, one);
  return form && inEnglish(form);
};

test('given an agent with one folder, when it names files, then those beneath it alone are within', () => {
  const limits = { folders: ['box'] };
  for (const path of ['box/a.txt', './box/a.txt', '/workspace/box/a/b.txt', 'box'])
    assert.equal(beyond(limits, call('read_file', { path })), undefined, path);
  for (const path of ['a.txt', '../box/a.txt', 'box/../a.txt', '/etc/passwd', 'boxes/a.txt', '/scripts/box/a.py', '.'])
    assert.match(beyond(limits, call('read_file', { path })) ?? '', /only use these folders: box/, path);
  assert.match(beyond(limits, call('move_file', { path: 'box/a', paths: ['b'] })) ?? '', /folders/);
  assert.match(beyond(limits, call('list_files')) ?? '', /folders/);
  assert.match(beyond(limits, call('execute_command', { command: 'ls box' })) ?? '', /folders/);
  assert.match(beyond(limits, call('files__write', { server: 'files', path: 'box/a' })) ?? '', /folders/);
  assert.equal(beyond(limits, call('web_search')), undefined);
});

test('given an agent without network, or with some hosts, when it reaches one, then only these are within', () => {
  assert.match(
    beyond({ network: [] }, call('web_fetch', { url: 'https://a.example/' })) ?? '',
    /may not use the network/,
  );
  assert.match(beyond({ network: [] }, call('web_search')) ?? '', /network/);
  assert.match(beyond({ network: [] }, call('x', { command: 'curl a', executor: 'direct' })) ?? '', /network/);
  assert.equal(beyond({ network: [] }, call('x', { command: 'ls', executor: 'bubblewrap' })), undefined);
  const hosts = { network: ['a.example'] };
  assert.equal(beyond(hosts, call('web_fetch', { url: 'https://docs.a.example/x' })), undefined);
  for (const url of ['https://b.example/', 'https://xa.example/', 'https://a.example.evil/', 'a.example'])
    assert.match(beyond(hosts, call('web_fetch', { url })) ?? '', /only reach these hosts/, url);
});

test('given lists of secrets, servers and skills, when a call takes another one, then it is beyond them', () => {
  const limits = { secrets: ['A'], servers: ['files'], skills: ['pdf'] };
  assert.equal(beyond(limits, call('web_request', { secrets: ['A'] })), undefined);
  assert.match(beyond(limits, call('web_request', { secrets: ['A', 'B'] })) ?? '', /secret B/);
  assert.match(beyond(limits, call('x__y', { server: 'x' })) ?? '', /MCP server x/);
  assert.match(beyond(limits, call('load_skill', {}, { name: 'spy' })) ?? '', /skill spy/);
  assert.match(beyond(limits, call('run_skill_script', {}, { skill: 'spy' })) ?? '', /skill spy/);
  assert.equal(beyond(limits, call('load_skill', {}, { name: 'pdf' })), undefined);
});

test('given an agent with memory partitions, when a call reaches memories by another way, then it is beyond them', () => {
  const limits = { memory: ['garden'] };
  assert.equal(beyond(limits, call('memory_search')), undefined);
  assert.equal(beyond(limits, call('x', { command: 'ls', executor: 'bubblewrap' })), undefined);
  assert.match(
    beyond(limits, call('x', { command: 'ls', executor: 'direct' })) ?? '',
    /only run commands in a sandbox/,
  );
  assert.match(beyond(limits, call('schedule_job', { schedules: 'reads' })) ?? '', /other conversations/);
  const added = { kind: 'heartbeat', name: 'HEARTBEAT.md', act: 'change' } as const;
  assert.match(beyond(limits, call('write_file', { changes: [added] })) ?? '', /other conversations/);
  assert.equal(beyond(limits, call('cancel_job', { changes: [{ ...added, act: 'end' }] })), undefined);
  assert.match(beyond(limits, call('create_skill')) ?? '', /other conversations/);
  assert.match(beyond(limits, call('forget_words', { forgets: true })) ?? '', /only forget/);
  const open = { memory: ['garden', 'global'] };
  assert.equal(beyond(open, call('schedule_job', { schedules: 'reads' })), undefined);
  assert.match(beyond(open, call('forget_words', { forgets: true })) ?? '', /only forget/);
});
