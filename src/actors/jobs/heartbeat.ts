/** What the built-in heartbeat finds open, in the rows of this home. */

import { type BuiltInTurn, heartbeatTurn } from '../../domain/jobs/heartbeat.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import { ownersInstant } from '../../domain/text/instant-text.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import { incidentView } from '../../machines/incident/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApprovalStore } from '../../ports/conversation-store.ts';
import type { GoalLedger } from '../../ports/ledgers/goal.ts';
import type { ActorRecord } from '../../ports/store.ts';
import { asksOwner } from '../supervision/administration.ts';

const mostNamed = 20;

/** Called within the transaction of a step. */
export function heartbeat({
  goals,
  conversation,
  incidents,
  list,
  clock,
  owner,
}: {
  readonly goals: Pick<GoalLedger, 'list'>;
  readonly conversation: Pick<ApprovalStore, 'approvals'>;
  /** The incidents that have not ended. */
  readonly incidents: () => readonly ActorRecord[];
  /** The text of the list, and how far it is trusted; undefined: there is none. */
  readonly list: () => { readonly text: string; readonly taint: Taint } | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly owner: { readonly language: Language; readonly timeZone: string };
}) {
  return (): BuiltInTurn | undefined => {
    const { text = '', taint } = list() ?? {};
    const isEmpty = !text.split('\n').some(line => /^\s*[^#\s]/.test(line));
    return heartbeatTurn(
      {
        goals: goals.list({ state: 'open', limit: mostNamed }),
        approvals: conversation.approvals('pending', mostNamed).map(({ id, card: { tool } }) => ({ id, tool })),
        incidents: incidents()
          .filter(asksOwner)
          .flatMap(({ state }) => incidentView(storedState(state)).trouble?.subject ?? [])
          .slice(0, mostNamed),
        ...defined({ list: isEmpty ? undefined : taint === 'owner' ? 'owner' : 'unknown' }),
      },
      clock.now(),
      at => ownersInstant(at, owner),
    );
  };
}
