/**
 * Episodes: what the owner said, kept without a model, so that another conversation can be reminded of it.
 *
 * An episode is a message with a place among the memories. It has no copy of the words, so what is forgotten of a
 * conversation is forgotten of its episodes, and the search of memories never sees the owner's typing mistakes.
 */
import { isApart } from '../agents/agent.ts';
import { placeOf } from '../conversation/chat-session.ts';
import { jobChannel } from '../jobs/job.ts';
import type { Taint } from '../policy/taint.ts';
import { isQuestion } from './language/question.ts';
import type { Memory } from './memory.ts';
import { contentWords } from './words.ts';

/** What was said in passing counts for less than anything that was kept on purpose. */
const episodeImportance = 0.1;

/** A longer text is mostly pasted from elsewhere. */
const mostText = 1_000;
/** "Yes, do that": fewer words that say something tell nobody anything later. */
const leastWords = 3;

const prefix = 'episode:';

/** Its id among the memories, by that of its message. */
export function episodeId(message: string): string {
  return `${prefix}${message}`;
}

/** The message of an episode; undefined: the id is that of another memory. */
export function messageOfEpisode(id: string): string | undefined {
  return id.startsWith(prefix) ? id.slice(prefix.length) : undefined;
}

/** Is a message of the owner worth being reminded of? Questions, commands and what others have written are not. */
export function isEpisode({
  text,
  taint,
  session,
}: {
  readonly text: string;
  readonly taint: Taint;
  readonly session: string;
}): boolean {
  const said = text.trim();
  if (taint === 'external' || said.length > mostText || said.startsWith('/') || isQuestion(said)) return false;
  // the instruction of a job is the same each time, and that of an agent not its owner's
  if (placeOf(session).channel === jobChannel || isApart(session)) return false;
  return contentWords(said).length >= leastWords;
}

/** A message as a memory. Instants are UTC epoch ms. */
export function episodeOf(message: {
  readonly id: string;
  readonly session: string;
  readonly text: string;
  readonly taint: Taint;
  readonly at: number;
  readonly status: 'active' | 'archived';
  readonly uses: number;
  readonly lastUsedAt: number | null;
}): Memory {
  const { id, session, text, taint, at, status, uses, lastUsedAt } = message;
  return {
    id: episodeId(id),
    kind: 'episode',
    content: text,
    tags: [],
    subject: null,
    status,
    source: 'observer',
    taint,
    sensitivity: 'normal',
    partition: 'global',
    importance: episodeImportance,
    confidence: 1,
    sightings: 1,
    session,
    message: id,
    batch: null,
    replaces: null,
    contradicts: null,
    createdAt: at,
    updatedAt: at,
    uses,
    lastUsedAt,
    expiresAt: null,
  };
}
