/**
 * Who reads and writes which memories. The owner reads and writes all of them.
 *
 * | partition | read by | written by |
 * | --- | --- | --- |
 * | `global` | every conversation | every conversation but those of jobs |
 * | `agent:job:water` | every run of this job | every run of this job |
 * | `task:session:web:main` | this conversation | this conversation |
 * | `agents:garden` | the agents that name it, every conversation and job | these agents, and as `global` |
 *
 * Nobody is there while a job runs, so what it keeps stays with the job. An agent that was given a piece of work keeps
 * nothing beyond its conversation, unless its settings name partitions: then it reads and keeps memories of these
 * alone, and of no partition that is closed to the agents its work comes from. A home has one workspace, so there is no
 * partition for one.
 */
import { isApart } from '../agents/agent.ts';
import { callerConversation } from '../callers/caller.ts';
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

/** What the settings of agents say of memories. */
export interface PartitionRules {
  /** All names that they use. */
  readonly names: readonly string[];
  /** The lists that hold a conversation: that of its agent, then those of the agents its work comes from. */
  readonly listsOf: (session: string) => readonly (readonly string[])[];
  /** Does it know what it is told and nothing else? One of the owner's does not, unless it belongs to an agent. */
  readonly isOfAgent?: (session: string) => boolean;
}

/** Which memories conversations read and write. */
export interface Partitions {
  /** Those that a conversation reads. */
  readonly of: (session: string) => readonly string[];
  /** Where it keeps what it was not told to keep for itself alone. */
  readonly usual: (session: string) => string;
  /** May a memory of this partition be read from this conversation? Outside of any, the global one alone. */
  readonly mayRead: (partition: string, session: string | undefined) => boolean;
  /** May it be changed and forgotten from there? */
  readonly mayWrite: (partition: string, session: string | undefined) => boolean;
  /** Is it held to a list of its agent's? Then what was said in other conversations is not for it. */
  readonly isHeld: (session: string) => boolean;
  /** Does it recall memories unasked? */
  readonly recalls: (session: string) => boolean;
}

export function partitionsBy({ names, listsOf, isOfAgent = isApart }: PartitionRules): Partitions {
  const named = [...new Set(names.map(partitionNamed))].filter(one => one !== globalPartition);
  /** What it may read and write, first where it keeps what it saves; undefined: no list holds it. */
  function heldTo(session: string): readonly string[] | undefined {
    if (names.length === 0 && !isOfAgent(session)) return undefined;
    const [own, ...outer] = listsOf(session);
    if (own === undefined) return undefined;
    return own.filter(name => outer.every(list => list.includes(name))).map(partitionNamed);
  }
  const unheld = (session: string) => (isOfAgent(session) ? taskPartition(session) : usualPartition(session));
  const usual = (session: string) => heldTo(session)?.[0] ?? unheld(session);
  const isOfOwner = (session: string) => !isOfAgent(session) && callerConversation(session) === undefined;
  const of = (session: string) => {
    const held = heldTo(session);
    if (held !== undefined) return [...held, taskPartition(session)];
    const more = named.length > 0 && isOfOwner(session) ? named : [];
    return [...new Set([globalPartition, unheld(session), taskPartition(session), ...more])];
  };
  return {
    of,
    usual,
    mayRead: (partition, session) =>
      session === undefined ? partition === globalPartition : of(session).includes(partition),
    mayWrite(partition, session) {
      if (session === undefined) return partition === globalPartition;
      if (partition === taskPartition(session)) return true;
      const held = heldTo(session);
      if (held !== undefined) return held.includes(partition);
      if (partition === unheld(session)) return true;
      return named.includes(partition) && isOfOwner(session) && placeOf(session).channel !== jobChannel;
    },
    isHeld: session => heldTo(session) !== undefined,
    recalls: session => !isOfAgent(session) || (heldTo(session)?.length ?? 0) > 0,
  };
}

/** Where no agent has a list. */
export const plainPartitions = partitionsBy({ names: [], listsOf: () => [] });

/** The partition of a name of the settings; `global` is that of all conversations. */
function partitionNamed(name: string): string {
  return name === globalPartition ? name : `agents:${name}`;
}

export const partitionNameRule = 'global, or a to z, 0 to 9, _ and -, beginning with a letter, at most 30 characters';

export function isPartitionName(name: string): boolean {
  return /^[a-z][a-z0-9_-]{0,29}$/.test(name);
}

/** Can anybody but the owner read a partition of this name? */
export function isPartition(partition: string): boolean {
  return (
    partition === globalPartition ||
    /^agent:job:[a-z0-9][\w~-]*$|^task:session:.|^agents:[a-z][a-z0-9_-]{0,29}$/.test(partition)
  );
}

/** What all runs of a job share. */
function agentPartition(session: string): string | undefined {
  const { channel, chat } = placeOf(session);
  return channel === jobChannel ? `agent:${jobAddress(chat)}` : undefined;
}
