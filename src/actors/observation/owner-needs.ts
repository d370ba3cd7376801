/**
 * What waits for the owner: approvals, questions of sessions, incidents, accounts that want to be paired, and actors
 * that were set aside.
 */

import type { AccountRequest } from '../../domain/accounts/account.ts';
import { isChild } from '../../domain/agents/agent.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import { choicesFor } from '../../domain/supervision/remediation.ts';
import type { ApprovalRow, StateBatch } from '../../domain/supervision/view.ts';
import { defined } from '../../domain/text/json.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import { incidentView } from '../../machines/incident/view.ts';
import { storedState } from '../../machines/stored.ts';
import { toolCallView } from '../../machines/tool-call/view.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApprovalStore, MessageStore } from '../../ports/conversation-store.ts';
import type { ActorRecord, HostStore } from '../../ports/store.ts';
import { asksOwner } from '../supervision/administration.ts';
import { isByOwner } from '../supervision/directive.ts';

type Needs = StateBatch['needs'];

/** `rows`: every actor that has not ended. */
export function ownerNeeds({
  store,
  conversation,
  clock,
  language,
  requests,
  shownApproval,
}: {
  readonly store: Pick<HostStore, 'actor'>;
  readonly conversation: Pick<MessageStore & ApprovalStore, 'approvals' | 'messages'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly language: Language;
  /** Who wrote on Telegram while a pairing code is waited for. */
  readonly requests: () => readonly AccountRequest[];
  /** An approval as its owner reads it. */
  readonly shownApproval: (row: ApprovalRow) => ApprovalRow;
}) {
  function approvals(): Needs {
    return conversation
      .approvals('pending', 100)
      .map(shownApproval)
      .map(({ id, card: { intent, risk, restoresFiles, expiresAt, session } }) => ({
        kind: 'approval',
        id,
        text: intent,
        since: store.actor(id)?.since ?? clock.now(),
        about: session,
        risk,
        ...defined({ restoresFiles, until: expiresAt }),
      }));
  }

  function questions(rows: readonly ActorRecord[]): Needs {
    return (
      rows
        .filter(row => row.status === 'active' && row.leaf === 'waitingForInput.answer' && row.machine === 'session')
        // the conversation that gave the work puts the question
        .filter(({ address }) => !isChild(address))
        .map(({ address, since }) => ({ kind: 'question', id: address, text: questionOf(address), since }))
    );
  }

  function questionOf(session: string): string {
    return openQuestion(conversation, session)?.text ?? 'it asked you a question';
  }

  function incidents(rows: readonly ActorRecord[]): Needs {
    return rows.filter(asksOwner).flatMap(row => {
      const { trouble, vain } = incidentView(storedState(row.state));
      if (!trouble) return [];
      return {
        kind: 'incident',
        id: row.address,
        text: vain ? `${texts(language).vain(vain)} ${trouble.text}` : trouble.text,
        since: row.since,
        choices: choicesFor(trouble),
        trouble: trouble.kind,
        about: trouble.subject,
      };
    });
  }

  function accounts(): Needs {
    return requests().map(({ account, name, at }) => ({
      kind: 'account',
      id: `telegram:${account}`,
      since: at,
      text: texts(language).accountWrote(account, name),
    }));
  }

  return (rows: readonly ActorRecord[]): Needs => {
    const open = incidents(rows);
    const subjects = new Set(open.map(({ about }) => about));
    const aside = stuck(rows).filter(({ id }) => !subjects.has(id));
    return [...approvals(), ...questions(rows), ...accounts(), ...open, ...aside];
  };
}

/** The oldest question that has no answer yet. */
function openQuestion(conversation: Pick<MessageStore, 'messages'>, session: string): ReadMessage | undefined {
  const messages = conversation.messages(session, { limit: 100 });
  const answered = new Set(messages.filter(({ role }) => role !== 'assistant').map(({ callId }) => callId));
  return messages.find(({ role, callId }) => role === 'assistant' && callId !== undefined && !answered.has(callId));
}

/**
 * May the words of what waits come from outside? A card says what its call does and a question what its model asks: they
 * are trusted as far as what asked for them was. Names of accounts, and what went wrong, may be anybody's words.
 */
export function isFromOutside(
  { kind, id }: Pick<Needs[number], 'kind' | 'id'>,
  {
    store,
    conversation,
  }: { readonly store: Pick<HostStore, 'actor'>; readonly conversation: Pick<MessageStore, 'messages'> },
): boolean {
  if (kind === 'question') return openQuestion(conversation, id)?.taint === 'external';
  if (kind === 'suspended') return false;
  const call = kind === 'approval' ? store.actor(store.actor(id)?.parent ?? '') : undefined;
  return call?.machine !== 'tool-call' || toolCallView(storedState(call.state)).taint === 'external';
}

/** Actors that were set aside; one that its owner has suspended is not stuck. */
function stuck(rows: readonly ActorRecord[]): Needs {
  return rows
    .filter(({ status }) => status === 'quarantined' || status === 'suspended')
    .map(({ address, status, problem, lastAt }) => {
      const how =
        status === 'suspended' && isByOwner(problem)
          ? { kind: 'suspended', text: 'by you; "straylight actors resume" lets it go on' }
          : { kind: 'stuck', text: problem ?? 'it was quarantined' };
      return {
        ...how,
        id: address,
        since: lastAt,
      };
    });
}
