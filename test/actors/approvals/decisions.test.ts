/** What whoever decides is told while Straylight holds everything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DecisionsOptions, decisions } from '../../../src/actors/approvals/decisions.ts';

const card = { key: 'k3Qm9xTd', tool: 'send_mail', risk: 'low', digest: 'd', nonce: 'n', intent: 'Send', reasons: [] };
const row = { address: 'approval:k3Qm9xTd', state: 'pending', card, answer: null, decidedBy: null };

function asked(isSafe: boolean) {
  const accepted: string[] = [];
  const service = decisions({
    system: {
      isSafe,
      async accept({ target }: { readonly target: string }) {
        accepted.push(target);
        return { duplicate: false, id: 'e1' };
      },
    },
    store: { actor: () => ({ status: 'active', leaf: 'waitingForInput' }) },
    conversation: { approval: () => row, read: (text: string) => text },
    key: { sign: () => 'signed' },
    clock: { now: () => 5 },
  } as unknown as DecisionsOptions);
  return { accepted, answer: service.decide({ approval: 'k3Qm9xTd', decision: 'deny', by: 'web' }) };
}

test('given safe mode, when an approval is answered, then the answer is taken and it is said that it counts after “go”', async () => {
  const { accepted, answer } = asked(true);
  const told = await answer;
  assert.deepEqual(accepted, ['approval:k3Qm9xTd']);
  assert.match(told.ok ? '' : told.message, /Your answer is kept, and counts when safe mode ends/);
});

test('given an agent that works, when an answer does not count, then it is not said to be kept', async () => {
  const told = await asked(false).answer;
  assert.doesNotMatch(told.ok ? '' : told.message, /kept/);
});
