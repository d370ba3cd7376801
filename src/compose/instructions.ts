/** The words a session is given: what stays the same first, the moment last. */
import type { Config } from '../../config/load.ts';
import { prompt } from '../../config/prompts.ts';
import type { Clock } from '../adapters/clock.ts';
import type { SystemPart } from '../adapters/model.ts';

/** `executor`: where commands run, in a sentence. The answer is called once a model call. */
export function instructions(config: Config, executor: string, clock: Clock): () => readonly SystemPart[] {
  const { owner, personality, limits } = config;
  const stable = prompt('session')({
    name: personality.name,
    soul: personality.soul,
    owner: owner.name ?? 'your owner',
    language: owner.language === 'de' ? 'German' : 'English',
    time_zone: owner.timeZone,
    workspace: '/workspace',
    executor,
    max_steps: limits.maxStepsPerTurn,
    max_tool_calls: limits.maxToolCallsPerTurn,
  });
  const moment = prompt('moment');
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: owner.timeZone });
  let said: { readonly minute: number; readonly parts: readonly SystemPart[] } | undefined;
  return () => {
    const now = clock.now();
    const minute = Math.floor(now / 60_000); // nothing finer is said
    if (said?.minute !== minute) {
      const text = moment({ now: format.format(now), time_zone: owner.timeZone });
      said = {
        minute,
        parts: [
          { text: stable, stable: true },
          { text, stable: false },
        ],
      };
    }
    return said.parts;
  };
}
