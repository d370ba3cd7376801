/** What exit codes and outputs of hooks mean, by the documented examples of the programs they are written for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hookAnswer } from '../../../src/domain/hooks/answer.ts';
import type { HookEvent } from '../../../src/domain/hooks/hook.ts';
import { ourInput, theirInput, theirName } from '../../../src/domain/hooks/tool-names.ts';
import { defined } from '../../../src/domain/text/json.ts';

const answered = (event: HookEvent, code: number | undefined, stdout: string | object = '', stderr = '') => {
  const text = typeof stdout === 'string' ? stdout : JSON.stringify(stdout);
  const { decision, reason } = hookAnswer(event, { stdout: text, stderr, ...defined({ code }) });
  return [decision, reason];
};

test('given exit codes, when a hook ends, then 2 blocks with what it wrote, 0 passes, and all else blocks nothing', () => {
  assert.deepEqual(answered('PreToolUse', 2, '', 'no rm here\n'), ['block', 'no rm here']);
  assert.deepEqual(answered('Stop', 2, '', 'run the tests first'), ['block', 'run the tests first']);
  assert.deepEqual(answered('PreToolUse', 0, 'checked\n'), ['none', '']);
  for (const code of [1, 3, 127, undefined]) {
    assert.deepEqual(answered('PreToolUse', code, '', 'not found'), ['none', '']);
    const { failed = '' } = hookAnswer('PreToolUse', {
      stdout: '',
      stderr: 'not found',
      ...defined({ code }),
    });
    assert.match(failed, /not found/);
  }
});

test('given the JSON of Claude Code and Codex, when a hook writes it, then it decides', () => {
  const specific = (permissionDecision: string) => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: 'because' },
  });
  assert.deepEqual(answered('PreToolUse', 0, specific('deny')), ['block', 'because']);
  assert.deepEqual(answered('PreToolUse', 0, specific('ask')), ['ask', 'because']);
  assert.deepEqual(answered('PreToolUse', 0, specific('allow')), ['allow', 'because']);
  assert.deepEqual(answered('PreToolUse', 0, { decision: 'block', reason: 'old form' }), ['block', 'old form']);
  assert.deepEqual(answered('PostToolUse', 0, { decision: 'block', reason: 'lint failed' }), ['block', 'lint failed']);
  assert.deepEqual(answered('UserPromptSubmit', 0, { decision: 'block', reason: 'a secret' }), ['block', 'a secret']);
  assert.deepEqual(answered('Stop', 0, { decision: 'block', reason: 'not yet' }), ['block', 'not yet']);
  assert.deepEqual(answered('PreCompact', 0, { decision: 'block', reason: 'later' }), ['block', 'later']);
  assert.deepEqual(answered('PreToolUse', 0, { continue: false, stopReason: 'budget' }), ['block', 'budget']);
  assert.deepEqual(answered('PreToolUse', 0, { suppressOutput: true }), ['none', '']);
  assert.deepEqual(answered('PreToolUse', 0, '{ not json'), ['none', '']);
  const changed = { hookSpecificOutput: { permissionDecision: 'allow', updatedInput: { command: 'ls' } } };
  assert.deepEqual(hookAnswer('PreToolUse', { code: 0, stdout: JSON.stringify(changed), stderr: '' }).input, {
    command: 'ls',
  });
});

test('given our tools, when a hook is told of a call, then it has their names, and what it changes comes back under ours', () => {
  const place = (path: string) => `/disk/${path}`;
  const unplace = (path: string) => path.replace('/disk/', '');
  assert.deepEqual(['execute_command', 'write_file', 'my_tool'].map(theirName), ['Bash', 'Write', 'my_tool']);
  const theirs = theirInput('edit_file', { path: 'a.txt', old_text: 'a', new_text: 'b', all: true }, place);
  assert.deepEqual(theirs, { file_path: '/disk/a.txt', old_string: 'a', new_string: 'b', replace_all: true });
  assert.deepEqual(ourInput('edit_file', theirs, unplace), { path: 'a.txt', old_text: 'a', new_text: 'b', all: true });
  assert.deepEqual(theirInput('my_tool', { n: 1 }, place), { n: 1 });
});
