/** What a reply claims, held against a record of the tools that come with Straylight. */
import { declaredTools } from '../../../src/adapters/declared-tools.ts';
import { type ClaimedCall, checkClaims } from '../../../src/domain/conversation/claims.ts';

export function checked(reply: string, record: readonly ClaimedCall[]) {
  return checkClaims(reply, record, declaredTools);
}
