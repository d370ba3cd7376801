/** Which outside texts a conversation holds, read from its messages; and its owner's wish to trust them, as an event. */

import { isTrusted, type TrustedChannel } from '../../../domain/approvals/answer.ts';
import type { ReadMessage } from '../../../domain/conversation/message.ts';
import type { OutsideText, TrustService } from '../../../domain/policy/trust.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { sessionView } from '../../../machines/session/view.ts';
import { storedState } from '../../../machines/stored.ts';
import type { ActorCore } from '../../core.ts';

const mostShown = 10;
const mostExcerpt = 160;

/** `trusted`: from where it may be done, where programs here have the owner's rights; undefined: from everywhere. */
export function trustService(core: ActorCore, trusted: readonly TrustedChannel[] | undefined): TrustService {
  const { system, store, conversation, owner } = core;
  const say = refusals[owner.language];
  const viewOf = (session: string) => {
    const row = store.actor(session);
    return row && { leaf: row.leaf, view: sessionView(storedState(row.state)) };
  };
  return {
    look(session) {
      const found = viewOf(session);
      if (!found) return undefined;
      const { taint = 'owner', trustedUntil = 0 } = found.view;
      const { newest, count } = conversation.outside(session, trustedUntil, mostShown);
      const last = conversation.forModel(session, 1).at(-1);
      return {
        level: taint,
        texts: newest.map(outsideText),
        count,
        through: last?.at ?? 0,
        trustedUntil: trustedUntil === 0 ? undefined : trustedUntil,
      };
    },
    async restore(session, through, by, key) {
      const dedupe = key === undefined ? undefined : `trust:${key}`;
      // a process that died before it could answer: what has come since is not meant
      if (dedupe !== undefined && store.wasAccepted(dedupe)) return true;
      const found = viewOf(session);
      if (!found) throw fault('invalid', say.missing(session));
      const { taint, trustedUntil = 0 } = found.view;
      if (taint === 'owner' && conversation.outside(session, trustedUntil, 1).count === 0) return false;
      if (!isTrusted({ decision: 'approve', by }, 'high', trusted))
        throw fault('denied', say.elsewhere((trusted ?? []).map(({ name }) => name)));
      if (found.leaf !== 'idle') throw fault('invalid', say.atWork);
      if (conversation.outside(session, through, 1).count > 0) throw fault('invalid', say.more);
      await system.accept({
        target: session,
        event: { type: 'trust.restored', until: through, by },
        dedupe,
      });
      if (viewOf(session)?.view.taint !== 'owner') throw fault('unavailable', say.began);
      return true;
    },
  };
}

function outsideText({ id, at, role, tool, text, isQuoted, isSummary, attachments = [] }: ReadMessage): OutsideText {
  const file = attachments[0]?.name;
  const late = isSummary ? 'a summary of earlier messages' : 'a late result';
  const notice = isQuoted ? 'an earlier message, which you answered' : late;
  const from = file ?? tool ?? (role === 'owner' ? 'a forwarded message' : notice);
  return { id, at, from: oneLine(from, 100), excerpt: oneLine(text, mostExcerpt) };
}

/** Why a conversation is not trusted again. */
const refusals = catalog('actors/conversation/trust/trust', {
  en: {
    missing: (session: string) => `there is no conversation ${session}; "straylight sessions" lists them`,
    elsewhere: (channels: readonly string[]) =>
      `commands run without a sandbox here, so this counts only from ${channels.join(' or ')}`,
    atWork: 'the conversation is at work; wait until its turn has ended, or stop it first',
    more: 'more text from outside has come since you looked; look again',
    began: 'a turn began at the same moment; try again when it has ended',
  },
  de: {
    missing: (session: string) => `Es gibt kein Gespräch ${session}; /sessions zeigt alle.`,
    elsewhere: (channels: readonly string[]) =>
      `Befehle laufen hier ohne Sandbox, darum zählt das nur aus ${channels.join(' oder ')}.`,
    atWork: 'Das Gespräch arbeitet gerade. Warte, bis seine Runde zu Ende ist, oder halte sie erst an.',
    more: 'Seit du nachgesehen hast, kam mehr Text von außen. Sieh noch einmal nach.',
    began: 'Im selben Augenblick begann eine Runde. Versuch es wieder, wenn sie zu Ende ist.',
  },
});
