/** Goals as they are typed in one line, in a chat and on the command line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goalsText } from '../../../src/commands/goals/goals.ts';
import { typedGoal } from '../../../src/domain/goals/goal.ts';
import { fakeAgent } from '../fake-agent.ts';

test('given a goal with a due date in its words, when it is typed, then the date is read apart, and nothing else is', () => {
  for (const [typed, expected] of [
    ['finish the report, due tomorrow at 9', { text: 'finish the report', due: 'tomorrow at 9' }],
    ['finish the report due on Friday.', { text: 'finish the report', due: 'Friday' }],
    ['Bericht schreiben, fällig morgen um 9', { text: 'Bericht schreiben', due: 'morgen um 9' }],
    ['repay what is due to Ada', { text: 'repay what is due to Ada' }],
    ['do my due diligence', { text: 'do my due diligence' }],
    ['learn Dutch', { text: 'learn Dutch' }],
  ] as const)
    assert.deepEqual(typedGoal(typed), expected);
});

test('given /goals add without words, when it is typed, then it says what belongs behind it', async () => {
  assert.match((await goalsText(fakeAgent(), 'add', 0))[0] ?? '', /^Say what it is: \/goals add TEXT/);
});
