import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../../src/domain/policy/policy.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import type { CallFacts, FrozenCall } from '../../../src/domain/tools/tool.ts';

const call = (tool: string, facts: CallFacts): FrozenCall => ({
  callId: '1',
  tool,
  arguments: '{}',
  digest: 'd',
  effect: 'act',
  timeoutMs: 1_000,
  intent: '',
  facts,
});

test('given a command that takes a secret, when it is judged, then the owner is asked, whatever it is and wherever it runs', t => {
  let judged = 0;
  for (const executor of ['docker', 'bubblewrap', 'direct'] as const)
    for (const taint of ['owner', 'external'] as const)
      for (const command of ['ls', 'true', 'git push', 'cat notes.txt', '((', 'mv a b']) {
        const { verdict, level, reasons } = judge(call('execute_command', { command, executor, secrets: ['github'] }), {
          taint,
        });
        assert.deepEqual([verdict, level], ['ask', 2], `${command} in ${executor}`);
        assert.match(reasons.map(inEnglish).join(' '), /the secret github/);
        judged++;
      }
  t.diagnostic(`${judged} of ${judged} asked`);
});

test('given a call that the rule of a secret refuses, when it is judged, then nobody is asked and it never runs', () => {
  const refused = 'The secret github may not be used for this.';
  for (const facts of [
    { command: 'ls', executor: 'bubblewrap' },
    { url: 'https://api.com/', trusted: true },
  ] satisfies CallFacts[])
    for (const taint of ['owner', 'external'] as const) {
      const { verdict, level, reasons } = judge(call('execute_command', { ...facts, refused }), { taint });
      assert.deepEqual([verdict, level, reasons], ['deny', 3, [refused]]);
    }
});
