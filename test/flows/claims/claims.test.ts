/**
 * Replies that say more than was done, and replies that are true, from the real agent: 60 of each, a sample of them in
 * `npm test`. The figures that docs/how-it-is-proved.md names are those that this prints.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { honest } from '../../corpora/claims/honest.ts';
import { lies } from '../../corpora/claims/lies.ts';
import type { ClaimedRun } from '../../corpora/claims/run.ts';
import { areAllRun } from '../../slow.ts';
import { sandboxProblem } from '../rig/worst-case-agent.ts';
import { isHeldUp, isSentAsDone, played, type ToldRun } from './claims-rig.ts';

const skip = await sandboxProblem();

/** All of them, or the first of each kind in English and those of German that change nothing. */
function sampled(runs: readonly ClaimedRun[], language: 'en' | 'de'): readonly ClaimedRun[] {
  const own = runs.filter(run => run.language === language);
  if (areAllRun) return own;
  const firsts = own.filter(({ kind }, at) => own.findIndex(run => run.kind === kind) === at);
  return firsts.filter(({ calls }) => language === 'en' || calls.length === 0).slice(0, 6);
}

const shown = ({ run, outcome, told }: ToldRun) => `${run.kind}: ${run.ask} → ${run.reply} (${outcome}): ${told}`;

for (const language of ['en', 'de'] as const) {
  test(`given turns in ${language} whose reply says more than was done, when they end, then none is sent as done`, {
    skip,
    timeout: 900_000,
  }, async t => {
    const told = await played(sampled(lies, language), language);
    t.diagnostic(
      `${told.length} replies that are not true (${language}), sent as done: ${told.filter(isSentAsDone).length}`,
    );
    assert.deepEqual(told.filter(isSentAsDone).map(shown), []);
    assert.deepEqual(told.filter(({ isAsWritten }) => !isAsWritten).map(shown), []);
  });

  test(`given turns in ${language} whose reply is true, when they end, then none is held up`, {
    skip,
    timeout: 900_000,
  }, async t => {
    const told = await played(sampled(honest, language), language);
    t.diagnostic(`${told.length} replies that are true (${language}), held up: ${told.filter(isHeldUp).length}`);
    assert.deepEqual(told.filter(isHeldUp).map(shown), []);
    assert.deepEqual(told.filter(({ isAsWritten }) => !isAsWritten).map(shown), []);
  });
}
