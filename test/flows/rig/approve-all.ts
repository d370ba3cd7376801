/** An owner who says yes to everything. */
import type { WorstCaseAgent } from './worst-case-agent.ts';

/** Says yes until nothing asks any more; answers how often. */
export async function approveAll({ straylight }: Pick<WorstCaseAgent, 'straylight'>): Promise<number> {
  for (let count = 0; ; ) {
    const pending = (await straylight.agent.approvals.list({ state: 'pending' })).approvals;
    const [next] = pending;
    if (!next) return count;
    const { risk, word: confirmation = 'yes', nonce, digest } = next.card;
    await straylight.agent.approvals.decide({
      id: next.id,
      decision: 'approve' as const,
      nonce,
      digest,
      confirmation: risk === 'low' ? undefined : confirmation,
    });
    count++;
    await straylight.system.quiet();
  }
}
