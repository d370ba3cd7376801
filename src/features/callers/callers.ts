/** What other programs ask of this agent, over its MCP server. */
import { createRequire } from 'node:module';
import { later } from '../../adapters/process/later.ts';
import type { CallerService } from '../../domain/callers/caller.ts';
import { feature } from '../feature.ts';
import type * as Service from './service.ts';

// With the first caller.
const load = createRequire(import.meta.url);

export const callersFeature = feature('callers', ['owner'], ({ owner }) => {
  const { mayAnswer } = owner.core.config.mcpServer;
  const open = () => (load('./service.ts') as typeof Service).callerService(owner, mayAnswer);
  const service = later<Omit<CallerService, 'mayAnswer'>>(open, {
    say: true,
    turn: true,
    stop: true,
    waiting: true,
    memories: true,
    remember: true,
    answer: true,
  });
  return { provides: { callers: { mayAnswer, ...service } } };
});
