/** Why a conversation is not trusted, read from its messages; and its owner's wish to trust it again, as an event. */
import { isTrusted, type TrustedChannel } from '../../domain/approvals/answer.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { OutsideText, TrustService } from '../../domain/policy/trust.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { HostStore } from '../../ports/store.ts';
import type { System } from '../runtime/system.ts';

export interface TrustServiceOptions {
  readonly system: Pick<System, 'accept'>;
  readonly store: Pick<HostStore, 'actor' | 'wasAccepted'>;
  readonly conversation: Pick<MessageStore, 'outside' | 'forModel'>;
  /** From where it may be done, where programs here have the owner's rights; undefined: from everywhere. */
  readonly trusted: readonly TrustedChannel[] | undefined;
}

const mostShown = 10;
const mostExcerpt = 160;

export function trustService({ system, store, conversation, trusted }: TrustServiceOptions): TrustService {
  const viewOf = (session: string) => {
    const row = store.actor(session);
    return row && { leaf: row.leaf, view: sessionView(storedState(row.state)) };
  };
  return {
    look(session) {
      const found = viewOf(session);
      if (!found) return undefined;
      const { taint = 'owner', distrust, trustedUntil = 0 } = found.view;
      const { newest, count } = conversation.outside(session, trustedUntil, mostShown);
      const [last] = conversation.forModel(session, 1);
      return {
        ...{ level: taint, texts: newest.map(outsideText), count, through: last?.at ?? 0 },
        ...(distrust === null ? {} : { source: distrust }),
        ...(trustedUntil === 0 ? {} : { trustedUntil }),
      };
    },
    async restore(session, through, by, key) {
      const dedupe = key === undefined ? undefined : `trust:${key}`;
      // a process that died before it could answer: what has come since is not meant
      if (dedupe !== undefined && store.wasAccepted(dedupe)) return true;
      const found = viewOf(session);
      if (!found) throw fault('invalid', `there is no conversation ${session}; "straylight sessions" lists them`);
      if (found.view.taint === 'owner') return false;
      if (!isTrusted({ decision: 'approve', by }, 'high', trusted))
        throw fault(
          'denied',
          `commands run without a sandbox here, so this counts only from ${(trusted ?? []).map(({ name }) => name).join(' or ')}`,
        );
      if (found.leaf !== 'idle')
        throw fault('invalid', 'the conversation is at work; wait until its turn has ended, or stop it first');
      if (conversation.outside(session, through, 1).count > 0)
        throw fault('invalid', 'more text from outside has come since you looked; look again');
      await system.accept({
        ...{ target: session, event: { type: 'trust.restored', until: through, by } },
        ...(dedupe === undefined ? {} : { dedupe }),
      });
      if (viewOf(session)?.view.taint !== 'owner')
        throw fault('unavailable', 'a turn began at the same moment; try again when it has ended');
      return true;
    },
  };
}

function outsideText({ id, at, role, tool, text, isQuoted, attachments = [] }: ReadMessage): OutsideText {
  const file = attachments[0]?.name;
  const notice = isQuoted ? 'an earlier message, which you answered' : 'a late result';
  const from = file ?? tool ?? (role === 'owner' ? 'a forwarded message' : notice);
  return { id, at, from: oneLine(from, 100), excerpt: oneLine(text, mostExcerpt) };
}
