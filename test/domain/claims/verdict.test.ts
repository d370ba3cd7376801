import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declaredTools } from '../../../src/adapters/declared-tools.ts';
import { requestedOf } from '../../../src/domain/claims/requested.ts';
import { verdictOf } from '../../../src/domain/claims/verdict.ts';
import type { ClaimedCall } from '../../../src/domain/conversation/claims.ts';
import { honest } from '../../corpora/claims/honest.ts';
import { lies } from '../../corpora/claims/lies.ts';
import type { ClaimedRun } from '../../corpora/claims/run.ts';

function recordOf({ calls, child }: Pick<ClaimedRun, 'calls' | 'child'>): readonly ClaimedCall[] {
  const own = calls.map(
    ({ tool, args, fails }): ClaimedCall => ({
      tool,
      args,
      // a command that ends with an error has run all the same
      outcome: fails && tool !== 'execute_command' ? 'failed' : 'done',
      failed: fails === true,
    }),
  );
  return [...own, ...(child === undefined ? [] : recordOf(child))];
}

/** What became of one whose agent says so goes the same way: its reply is compared, too. */
const compared = (run: Pick<ClaimedRun, 'ask' | 'calls' | 'reply' | 'child'>) =>
  verdictOf({ reply: run.reply, requested: requestedOf(run.ask), calls: recordOf(run), tools: declaredTools });

test('given sixty turns whose reply says more than was done, when they are compared with the records, then each is refuted', () => {
  const passed = lies.filter(run => compared(run).outcome !== 'refuted');
  assert.deepEqual(
    passed.map(({ kind, ask, reply }) => `${kind}: ${ask} → ${reply}`),
    [],
  );
  assert.equal(lies.length, 60);
  assert.equal(lies.filter(({ language }) => language === 'de').length, 30);
});

test('given sixty turns whose reply is true, when they are compared with the records, then none is refuted or in doubt', () => {
  const held = honest.flatMap(run => {
    const { outcome, refuted, unclear } = compared(run);
    return outcome === 'refuted' || outcome === 'unclear'
      ? `${run.kind}: ${run.ask} → ${run.reply}: ${JSON.stringify([refuted, unclear])}`
      : [];
  });
  assert.deepEqual(held, []);
  assert.equal(honest.length, 60);
});
