/** Whose turn it is to be put before the owner, and where. */

import { placeFor, placeOf } from '../../domain/conversation/chat-session.ts';
import { jobAddress, jobChannel } from '../../domain/jobs/job.ts';
import { taskChannel } from '../../domain/tasks/task.ts';
import type { WaitingLine } from '../../machines/approval-desk.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ApprovalStore } from '../../ports/conversation-store.ts';
import type { ApprovalLedger } from '../../ports/ledgers/approval.ts';
import type { JobLedger } from '../../ports/ledgers/job.ts';
import type { TaskLedger } from '../../ports/ledgers/task.ts';
import type { Channels } from '../channels/channels.ts';

/** So many cards are before the owner at once. */
const mostVisible = 3;

/** A card that nobody has answered for so long gives its place to the next; it may still be answered. */
const placeMs = 600_000;

/**
 * Which approvals are next: a lookup of the chart `approval-desk`. One that belongs to a topic of a chat, by its
 * conversation, or by the job or the task that was made there, is put into that topic.
 */
export function line({
  approvals,
  conversation,
  jobs,
  tasks,
  rootOf = session => session,
  channels,
  clock,
}: {
  readonly approvals: Pick<ApprovalLedger, 'line'>;
  readonly conversation: Pick<ApprovalStore, 'approval'>;
  readonly jobs: Pick<JobLedger, 'get'>;
  readonly tasks: Pick<TaskLedger, 'get'>;
  /** The conversation that an agent's work comes from, at the top; of any other itself. */
  readonly rootOf?: (session: string) => string;
  /** Where the owner is asked. */
  readonly channels: Channels;
  readonly clock: Pick<Clock, 'now'>;
}) {
  /** The conversation that an approval belongs to; of a run that of its job, of a task the one it was given in. */
  function sessionOf(approval: string): string {
    const asking = conversation.approval(approval)?.card.session ?? '';
    const session = rootOf(asking);
    const { channel, chat } = placeOf(session);
    if (channel === taskChannel) return tasks.get(Number(chat))?.by ?? session;
    return channel === jobChannel ? (jobs.get(jobAddress(chat))?.spec.by ?? session) : session;
  }

  return (): WaitingLine => {
    const { turns, left } = approvals.line(mostVisible, clock.now() - placeMs);
    const places = [...channels.values()].flatMap(({ name: channel, ownerChats }) =>
      ownerChats.map(chat => ({ channel, chat })),
    );
    const topics = turns.flatMap(approval => {
      const session = sessionOf(approval);
      const own = places.map(place => placeFor(place, session));
      return own.some((place, index) => place !== places[index]) ? [[approval, own] as const] : [];
    });
    return { turns, places, left, topics: topics.length === 0 ? undefined : Object.fromEntries(topics) };
  };
}
