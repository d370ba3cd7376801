/** Summaries of conversations as their owner asks for them and undoes them. */

import { type CompactionAnswer, type CompactionService, compactionCut } from '../../domain/context/compaction.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { CompactionLedger } from '../../ports/ledgers/compaction.ts';
import type { RecentMessages } from '../conversation/recent-messages.ts';
import type { ActorCore } from '../core.ts';

/** So long an answer waits for the summary; it comes about all the same. */
const patienceMs = 20_000;

export function compactionService(
  { system, store, clock }: Pick<ActorCore, 'system' | 'store' | 'clock'>,
  compactions: CompactionLedger,
  recent: Pick<RecentMessages, 'of' | 'forget'>,
): CompactionService {
  const leafOf = (session: string) => store.actor(session)?.leaf ?? 'idle';
  return {
    look: session => compactions.standing(session),
    async ask(session, key) {
      const before = compactions.standing(session)?.summary;
      const answer = (): CompactionAnswer => {
        const standing = compactions.standing(session);
        if (standing && standing.summary !== before) return { state: 'done', messages: standing.messages };
        return { state: leafOf(session) === summarising ? 'running' : 'failed', messages: standing?.messages ?? 0 };
      };
      const dedupe = key === undefined ? undefined : `compaction:${key}`;
      if (dedupe !== undefined && store.wasAccepted(dedupe)) return { ...answer(), state: 'done' };
      const messages = recent.of(session);
      if (compactionCut(messages) === 0) return { state: 'nothing', messages: messages.length };
      if (leafOf(session) !== 'idle') throw fault('invalid', atWork);
      await ended(session, () =>
        system.accept({ target: session, event: { type: 'compaction.asked' }, dedupe }).then(() => {}),
      );
      return answer();
    },
    undo: (session, key) =>
      system.perform(() => {
        const isRepeat = key !== undefined && !store.accept(`compaction-undo:${key}`, clock.now());
        const undone = isRepeat ? undefined : compactions.undo(session, clock.now());
        recent.forget(session);
        return { undone: undone !== undefined || isRepeat, messages: undone?.messages ?? 0 };
      }),
  };

  /** Once the conversation rests again, or patience is over. */
  function ended(session: string, begin: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = system.feed.subscribe(frame => {
        if ((frame.kind === 'step' || frame.kind === 'row') && frame.row.address === session) look();
      });
      const cancel = clock.after(patienceMs, () => end(resolve));
      function end(how: () => void): void {
        cancel();
        leave();
        how();
      }
      function look(): void {
        if (leafOf(session) !== summarising) end(resolve);
      }
      begin().then(look, (thrown: unknown) => end(() => reject(thrown)));
    });
  }
}

const summarising = 'thinking.summarising';
const atWork = says`the conversation is at work; wait until its turn has ended, or stop it first`;
