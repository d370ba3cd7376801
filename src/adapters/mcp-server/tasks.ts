/**
 * A turn as a task, in the words of both lines of the protocol: 2025-11-25, where tasks are part of it
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks), and 2026-07-28, where they are the
 * extension `io.modelcontextprotocol/tasks`.
 *
 * The id of the task is that of the turn, which is a row of the database before the caller is given it: a task outlives
 * both processes.
 */
import type { CallerTurn } from '../../domain/callers/caller.ts';
import { defined } from '../../domain/text/json.ts';
import { answerOf } from './tools.ts';

export const tasksExtension = 'io.modelcontextprotocol/tasks';

export type Era = 'legacy' | 'modern';

/** How often a caller may ask. */
const pollMs = 1_000;

/** A failed tool call is a failed task in the older line; in the newer one that word is for errors of the protocol. */
function statusOf({ state }: CallerTurn, era: Era): string {
  switch (state) {
    case 'queued':
    case 'running':
    case 'paused':
      return 'working';
    case 'cancelled':
      return 'cancelled';
    case 'failed':
    case 'expired':
      return era === 'legacy' ? 'failed' : 'completed';
    case 'done':
      return 'completed';
  }
}

/** What the answer of the tool is. */
export function resultOf(turn: CallerTurn): Record<string, unknown> {
  const { text, structured, isError } = answerOf(turn);
  return { content: [{ type: 'text', text }], ...defined({ structuredContent: structured, isError }) };
}

/** The task as it is now; in the newer line with the result, once there is one. */
export function taskOf(turn: CallerTurn, era: Era, now: number): Record<string, unknown> {
  const { id: taskId, startedAt, endedAt, waits } = turn;
  const status = statusOf(turn, era);
  const statusMessage =
    waits.length > 0 ? `It waits for its owner: ${waits.map(({ text }) => text).join('; ')}` : undefined;
  const [ttl, poll] = era === 'legacy' ? ['ttl', 'pollInterval'] : ['ttlMs', 'pollIntervalMs'];
  return {
    taskId,
    status,
    createdAt: new Date(startedAt).toISOString(),
    lastUpdatedAt: new Date(endedAt ?? now).toISOString(),
    [ttl as string]: null,
    [poll as string]: pollMs,
    ...defined({ statusMessage, result: era === 'modern' && status === 'completed' ? resultOf(turn) : undefined }),
  };
}
