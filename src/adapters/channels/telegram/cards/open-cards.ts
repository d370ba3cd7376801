/** The cards that wait for the owner, as they are now. */
import type { ApprovalCard } from '../../../../domain/approvals/card.ts';
import type { Receiver } from '../../../../ports/channel.ts';

/** All of them, the newest first. Rejects where Straylight cannot say now. */
export async function openCards({ ask }: Pick<Receiver, 'ask'>): Promise<readonly ApprovalCard[]> {
  const { approvals } = await ask('approvals.list', { state: 'pending' }, { by: 'telegram' });
  return approvals.map(({ card }) => card);
}

/** That of one approval; undefined: there is none, or it is decided. */
export async function openCard(receiver: Pick<Receiver, 'ask'>, key: string): Promise<ApprovalCard | undefined> {
  return (await openCards(receiver)).find(card => card.key === key);
}
