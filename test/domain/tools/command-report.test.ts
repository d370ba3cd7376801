import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printed } from '../../../src/domain/tools/command-report.ts';

test('given the report of a command, when it went well and only printed, then that is all that is left of it', () => {
  assert.equal(printed('exit code 0\n--- stdout ---\n0.1 0.2\n'), '0.1 0.2');
  assert.equal(printed('exit code 0\n(no output)'), '');
  const failed = 'exit code 1\n--- stdout ---\nno';
  assert.equal(printed(failed), failed);
  const warned = 'exit code 0\n--- stdout ---\nyes\n--- stderr ---\nbut';
  assert.equal(printed(warned), warned);
});
