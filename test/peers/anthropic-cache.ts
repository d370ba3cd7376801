/**
 * Prompt caching as the Messages API bills it: a marked prefix is written once and read by the next request that
 * repeats it.
 *
 * The order is tools, instructions, messages. A marker looks back at most 20 blocks for a prefix that was written
 * before.
 */
import { createHash } from 'node:crypto';
import type { Usage } from '../../src/domain/conversation/message.ts';
import { type Block, blocksOf, combined } from './anthropic-rules.ts';

const lookBack = 20;

/** Counts the input tokens of requests against the prefixes of earlier ones; tokens are four bytes each. */
export function promptCache(): (body: Readonly<Record<string, unknown>>) => Omit<Usage, 'outputTokens'> {
  const written = new Set<string>();
  return body => {
    const blocks: readonly Block[] = [
      ...blocksOf(body.tools),
      ...blocksOf(body.system),
      ...combined(body).flatMap(message => message.content.map(block => ({ ...block, role: message.role }))),
    ];
    const hash = createHash('sha256');
    let tokens = 0;
    const prefixes = blocks.map(({ cache_control: marker, ...block }) => {
      const text = JSON.stringify(block);
      tokens += Math.ceil(text.length / 4);
      return { key: hash.update(text).copy().digest('hex'), tokens, marked: marker != null };
    });
    let read = 0;
    let marked = 0;
    for (const [index, prefix] of prefixes.entries()) {
      if (!prefix.marked) continue;
      marked = prefix.tokens;
      const known = prefixes.slice(Math.max(0, index - lookBack), index + 1).findLast(({ key }) => written.has(key));
      read = Math.max(read, known?.tokens ?? 0);
    }
    for (const prefix of prefixes) if (prefix.marked) written.add(prefix.key);
    return {
      inputTokens: tokens - Math.max(marked, read),
      cacheReadTokens: read,
      cacheWriteTokens: Math.max(0, marked - read),
    };
  };
}
