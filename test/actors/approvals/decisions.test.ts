/** What whoever decides is told while Straylight holds everything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decisions } from '../../../src/actors/approvals/decisions.ts';
import type { ApprovalRecord } from '../../../src/ports/conversation-store.ts';
import type { ActorRecord } from '../../../src/ports/store.ts';
import { coreOf } from '../core.ts';

const card = { key: 'k3Qm9xTd', tool: 'send_mail', risk: 'low', digest: 'd', nonce: 'n', intent: 'Send', reasons: [] };
const row = { address: 'approval:k3Qm9xTd', state: 'pending', card, answer: null, decidedBy: null };

function asked(isSafe: boolean) {
  const accepted: string[] = [];
  const core = coreOf({
    system: {
      isSafe,
      async accept({ target }: { readonly target: string }) {
        accepted.push(target);
        return { duplicate: false, id: 'e1' };
      },
    },
    store: { actor: () => ({ status: 'active', leaf: 'waitingForInput' }) as ActorRecord },
    conversation: { approval: () => row as unknown as ApprovalRecord, read: body => String(body) },
  });
  const service = decisions({ ...core, key: { sign: () => 'signed' } });
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
