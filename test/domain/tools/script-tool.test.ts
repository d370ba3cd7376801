import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defined } from '../../../src/domain/text/json.ts';
import {
  afterRun,
  medianMs,
  newRecord,
  stateOf,
  successRate,
  type ToolRecord,
} from '../../../src/domain/tools/health.ts';
import { readScriptTool, type ScriptTool, writeScriptTool } from '../../../src/domain/tools/script-tool.ts';

const tool: ScriptTool = {
  name: 'word_count',
  description: 'Counts words.',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
  timeoutSeconds: 30,
  program: 'word_count.py',
};

suite('the file of a tool', () => {
  test('given a tool, when it is written and read, then it is the same', () => {
    assert.deepEqual(readScriptTool('word_count', writeScriptTool(tool)), tool);
    const other = { ...tool, program: 'count.sh' };
    assert.deepEqual(readScriptTool('word_count', writeScriptTool(other)), other);
    assert.doesNotMatch(writeScriptTool(tool), /program/);
  });

  test('given the least there can be, when it is read, then the rest is the usual', () => {
    const text = JSON.stringify({
      name: 'a',
      description: ' A\nb\u202e ',
      parameters: { $schema: 'x', type: 'object' },
      author: 'me',
    });
    assert.deepEqual(readScriptTool('a', text), {
      name: 'a',
      description: 'A b⟨U+202E⟩',
      parameters: { type: 'object' },
      timeoutSeconds: 120,
      program: 'a.py',
    });
  });

  const file = (change: object) =>
    JSON.stringify({ name: 'a', description: 'b', parameters: { type: 'object' }, ...change });
  for (const [what, text, told] of [
    ['nothing', '', /^a\.json is not JSON/],
    ['null', 'null', /one JSON object/],
    ['another name', file({ name: 'b' }), /^a\.json: its "name" has to be "a"/],
    ['no description', file({ description: undefined }), /"description"/],
    ['a blank description', file({ description: ' ' }), /"description"/],
    ['a description of 201 characters', file({ description: 'x'.repeat(201) }), /1 to 200/],
    ['no parameters', file({ parameters: undefined }), /"type": "object"/],
    ['a deadline of none', file({ timeout_secs: 0 }), /1 to 600/],
    ['a deadline as text', file({ timeout_secs: '5' }), /1 to 600/],
    ['a program in another folder', file({ program: 'x/y.py' }), /"program"/],
    ['a hidden program', file({ program: '.x.py' }), /"program"/],
    ['a program like an option', file({ program: '-c' }), /"program"/],
    ['the settings as program', file({ program: 'agent.toml' }), /"program"/],
  ] as const)
    test(`given ${what}, when it is read, then one sentence says what is wrong`, () => {
      const read = readScriptTool('a', text);
      assert.match('problem' in read ? read.problem : '', told);
    });

  for (const name of ['A', '1a', 'a-b', '', 'a'.repeat(65), '../a', 'ä'])
    test(`given the name ${JSON.stringify(name.slice(0, 8))}, when it is read, then it is none`, () => {
      const read = readScriptTool(name, JSON.stringify({ name, description: 'b', parameters: { type: 'object' } }));
      assert.match('problem' in read ? read.problem : '', /a tool's name is/);
    });
});

suite('how a tool is doing', () => {
  const run = (record: ToolRecord, hash: string, ok: boolean, error = 'boom') =>
    afterRun(record, { call: 'c', tool: 'a', hash, ok, ms: 1, at: 5, ...defined({ error: ok ? undefined : error }) });

  test('given three failures in a row, then this content is set aside, and only this', () => {
    let record = newRecord('a');
    for (const ok of [false, false, true, false, false]) record = run(record, 'v1', ok);
    assert.equal(stateOf(record, 'v1'), 'ok');
    record = run(record, 'v1', false, 'no file');
    assert.equal(stateOf(record, 'v1'), 'quarantined');
    assert.equal(record.reason, '3 failures in a row, the last one: no file');
    assert.equal(stateOf(record, 'v2'), 'untested');
    assert.deepEqual([record.calls, record.failures, successRate(record)], [6, 5, 1 / 6]);
  });

  test('given failures of two contents, then they are not one row', () => {
    let record = newRecord('a');
    for (const hash of ['v1', 'v1', 'v2', 'v2']) record = run(record, hash, false);
    assert.equal(stateOf(record, 'v2'), 'untested');
    assert.equal(stateOf(run(record, 'v2', false), 'v2'), 'quarantined');
  });

  test('given a tool that is switched off, then that is its state, whatever else', () => {
    assert.equal(stateOf({ ...newRecord('a'), enabled: false, quarantined: 'v1' }, 'v1'), 'disabled');
  });

  test('given runs, then the median is of those that went well', () => {
    const runs = [5, 1, 3].map(ms => ({ ok: true, ms }));
    assert.equal(medianMs([...runs, { ok: false, ms: 900 }]), 3);
    assert.equal(medianMs([]), undefined);
    assert.equal(successRate(newRecord('a')), undefined);
  });
});
