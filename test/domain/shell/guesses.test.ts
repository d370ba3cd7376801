import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../../src/domain/policy/policy.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import { shellVerdict } from '../../../src/domain/shell/verdict.ts';
import type { FrozenCall } from '../../../src/domain/tools/tool.ts';
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

describe('commands: how much is judged', () => {
  const variables = Array.from({ length: 60 }, (_, at) => `v${at}=a; v${at}=b; v${at}=c`).join('; ');
  const value = 'a'.repeat(4_000);
  const large: Readonly<Record<string, string>> = {
    'many braces in one command': `${variables}; cat ${`${'{a,b}'.repeat(8)} `.repeat(1_900)}`,
    'a few braces in each of many commands': `${variables}${`; cat ${'{a,b}'.repeat(8)}`.repeat(1_400)}`,
    'a range many times': `cat ${'{1..256} '.repeat(5_000)}`,
    'a long value many times in one command': `x='${value}'; cat ${'"$x" '.repeat(18_000)}`,
    'a long value in many commands': `x='${value}'; ${'cat "$x" "$x" "$x"; '.repeat(1_400)}`,
    'many words in every world': `${variables}; cat ${'$v1$v2$v3 '.repeat(6_000)}`,
  };

  for (const [name, text] of Object.entries(large))
    it(`given ${name} (${text.length} characters), then it is asked about, in a sandbox too`, {
      timeout: 60_000,
    }, () => {
      const found = shellVerdict(text).findings;
      assert.ok(
        found.some(({ reason, inWalls }) => /too many commands or words/.test(inEnglish(reason)) && inWalls === 2),
      );
    });

  it('given a command with as many words as an owner writes, then they are judged one by one', () => {
    assert.deepEqual(
      shellVerdict(`cat ${Array.from({ length: 5_000 }, (_, at) => `docs/${at}.md`).join(' ')}`).findings,
      [],
    );
  });
});
