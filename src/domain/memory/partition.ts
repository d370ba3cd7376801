/**
 * Who reads and writes which memories. The owner reads and writes all of them.
 *
 * | partition | read by | written by |
 * | --- | --- | --- |
 * | `global` | every conversation | every conversation but those of jobs |
 * | `agent:job:water` | every run of this job | every run of this job |
 * | `task:session:web:main` | this conversation | this conversation |
 *
 * Nobody is there while a job runs, so what it keeps stays with the job. An agent that was given a piece of work keeps
 * nothing beyond its conversation. A home has one workspace, so there is no partition for one.
 */
import { isApart } from '../agents/agent.ts';
import { placeOf } from '../conversation/chat-session.ts';
import { jobAddress, jobChannel } from '../jobs/job.ts';

/** What every conversation reads. */
export const globalPartition = 'global';

/** What is kept for one conversation alone. */
export function taskPartition(session: string): string {
  return `task:${session}`;
}

/** Where a conversation keeps what it was not told to keep for itself alone. */
export function usualPartition(session: string): string {
  return isApart(session) ? taskPartition(session) : (agentPartition(session) ?? globalPartition);
}

/** The partitions that a conversation reads. */
export function partitionsOf(session: string): readonly string[] {
  return [...new Set([globalPartition, usualPartition(session), taskPartition(session)])];
}

/** May a memory of this partition be read from this conversation? Outside of any, the global one alone. */
export function mayRead(partition: string, session: string | undefined): boolean {
  return session === undefined ? partition === globalPartition : partitionsOf(session).includes(partition);
}

/** May it be changed and forgotten from there? */
export function mayWrite(partition: string, session: string | undefined): boolean {
  if (session === undefined) return partition === globalPartition;
  return partition === usualPartition(session) || partition === taskPartition(session);
}

/** Can anybody but the owner read a partition of this name? */
export function isPartition(partition: string): boolean {
  return partition === globalPartition || /^agent:job:[a-z0-9][\w~-]*$|^task:session:./.test(partition);
}

/** What all runs of a job share. */
function agentPartition(session: string): string | undefined {
  const { channel, chat } = placeOf(session);
  return channel === jobChannel ? `agent:${jobAddress(chat)}` : undefined;
}
