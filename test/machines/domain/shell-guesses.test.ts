import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../../src/machines/domain/policy.ts';
import type { FrozenCall } from '../../../src/machines/domain/tool.ts';
import { guessedCommands } from '../../corpora/commands.ts';

function levelOf(command: string, executor: 'direct' | 'bubblewrap'): number {
  const call: FrozenCall = {
    callId: 'call',
    tool: 'execute_command',
    arguments: { body: '{}' },
    digest: '',
    effect: 'act',
    timeoutMs: 1,
    intent: '',
    facts: { command, executor },
  } as unknown as FrozenCall;
  return judge(call, { taint: 'owner' }).level;
}

describe('commands: values that only bash knows', () => {
  it('given words that could be guessed, when each command is judged without a sandbox, then each is asked about', t => {
    const below = guessedCommands.filter(({ cmd, level }) => levelOf(cmd, 'direct') < level);
    t.diagnostic(`commands: ${guessedCommands.length}, below their level: ${below.length}`);
    assert.deepEqual(below, []);
    assert.ok(guessedCommands.length >= 50);
  });

  it('given the same in a sandbox, then what may run a program is told, and what destroys is asked about', () => {
    const below = guessedCommands.filter(({ cmd, sandbox }) => levelOf(cmd, 'bubblewrap') < sandbox);
    assert.deepEqual(below, []);
  });
});
