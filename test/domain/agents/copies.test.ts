/** Where copies of steps lie, and what the folders of limits are called in them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyFolder, copyName, planOfCopy } from '../../../src/domain/agents/agent.ts';
import { foldersInCopy } from '../../../src/domain/agents/limits.ts';

test('given a step of a plan, then its copy is named by both, and its plan is found by its name', () => {
  assert.equal(copyName('plan:aB3dE6gH', 'write-it'), 'aB3dE6gH-write-it');
  assert.equal(copyFolder('plan:aB3dE6gH', 'write-it'), 'plan-copies/aB3dE6gH-write-it');
  assert.equal(planOfCopy('aB3dE6gH-write-it'), 'plan:aB3dE6gH');
});

for (const [folders, inCopy] of [
  [['projects/toy'], ['copy']],
  [['projects'], ['copy']],
  [['.'], ['copy']],
  [['/workspace/projects/toy/src/'], ['copy/src']],
  [['projects/toy/src', 'notes', 'projects/toys'], ['copy/src']],
  [['notes'], []],
  [[], []],
] as const)
  test(`given an agent that may use ${folders.join(' and ') || 'no folder'}, when it works on a copy of projects/toy, then it may use ${inCopy.join(' and ') || 'nothing'} of it`, () => {
    assert.deepEqual(foldersInCopy(folders, 'projects/toy', 'copy'), inCopy);
  });
