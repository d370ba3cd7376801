/**
 * The tools of a simulated agent: one reads, three act on the world and leave a line there, each when and how the seed
 * says.
 */
import { z } from 'zod';
import { fault } from '../../../src/domain/supervision/failure.ts';
import type { CallFacts } from '../../../src/domain/tools/tool.ts';
import { defineTool, type Tool, type ToolOutput } from '../../../src/ports/tool.ts';
import type { Luck } from './chance.ts';
import type { Life } from './life.ts';
import { isFatal, type Outside } from './outside.ts';

export function seededTools(life: Life, outside: Outside, luck: Luck): readonly Tool[] {
  const schema = z.object({ what: z.string() });
  const bad = (fair: number) => (outside.weather === 'toolsDown' ? 80 : fair);

  /** It begins when the schedule says so, and may be told to stop before. */
  const soon = (
    signal: AbortSignal,
    work: (resolve: (output: ToolOutput) => void, reject: (error: unknown) => void) => void,
  ) =>
    new Promise<ToolOutput>((resolve, reject) => {
      // some hear the signal, some end as if nothing had been said
      if (luck.once(2)) signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      life.later(() => work(resolve, reject));
    });

  const act = (name: string, facts: (what: string) => CallFacts) =>
    defineTool({
      name,
      description: 'Acts on the world.',
      schema,
      effect: 'act',
      intent: ({ what }) => `Do ${name} of ${what}`,
      facts: ({ what }) => facts(what),
      run: (_, { call, signal }) => {
        outside.acts.push({ tool: name, call });
        return soon(signal, (resolve, reject) => {
          if (isFatal(outside)) return life.kill();
          const end = outside.isCalm ? 'done' : luck.weighed({ done: 30, down: bad(3), unknown: 2, hangs: 1 });
          if (end === 'done') life.later(() => resolve({ text: `${name} is done`, taint: 'owner' }));
          if (end === 'down') reject(fault('unavailable', `${name} does not answer`));
          if (end === 'unknown') reject(fault('unknown', `${name} broke off`));
        });
      },
    });

  return [
    defineTool({
      name: 'look_up',
      description: 'Looks something up.',
      schema,
      effect: 'read',
      intent: ({ what }) => `Look up ${what}`,
      run: ({ what }, { signal }) =>
        soon(signal, (resolve, reject) => {
          const end = outside.isCalm
            ? 'found'
            : luck.weighed({ found: 30, outside: 3, nothing: 4, down: bad(4), hangs: 2 });
          if (end === 'found') resolve({ text: `${what}: in stock`, taint: 'owner' });
          if (end === 'outside') resolve({ text: `${what}: a page says so`, taint: 'external' });
          if (end === 'nothing') resolve({ text: 'nothing was found', failed: true, taint: 'owner' });
          if (end === 'down') reject(fault('unavailable', 'the catalogue does not answer', { retryAfterMs: 2000 }));
        }),
    }),
    act('send_mail', () => ({})),
    act('ring_bell', () => ({ trusted: true })),
    act('execute_command', what => ({ command: `rm -r '${what}'`, executor: 'bubblewrap' })),
  ];
}
