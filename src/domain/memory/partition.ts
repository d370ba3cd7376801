/** Who reads and writes which memories. */

/** What everybody reads and writes. */
export const globalPartition = 'global';

/** Who asks: the conversation, and what it belongs to as far as it does. */
export interface MemoryAsker {
  readonly session: string;
  readonly agent?: string;
  readonly workspace?: string;
}

/** May a memory of this partition be read and changed from this conversation? Outside of any, the global one alone. */
export function isOpenTo(partition: string, session: string | undefined): boolean {
  return session === undefined ? partition === globalPartition : partitionsOf({ session }).includes(partition);
}

/** What is kept for one conversation alone. */
export function taskPartition(session: string): string {
  return `task:${session}`;
}

/** The partitions that an asker reads, and may write to: the global one and its own. The owner reads all of them. */
export function partitionsOf({ session, agent, workspace }: MemoryAsker): readonly string[] {
  return [
    globalPartition,
    taskPartition(session),
    ...(agent === undefined ? [] : [`agent:${agent}`]),
    ...(workspace === undefined ? [] : [`workspace:${workspace}`]),
  ];
}
