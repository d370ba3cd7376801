/** The words a session is given: what stays the same first, the moment last. */

import { prompt } from '../../../config/prompts.ts';
import { languageNames } from '../../domain/text/writing/locale.ts';
import type { LetInFolder } from '../../ports/files/confined.ts';
import type { SystemPart } from '../../ports/model.ts';
import type { Core } from '../feature.ts';
import type { ScheduledJobs } from '../jobs/jobs.ts';

/**
 * `executor`: where commands run, in a sentence; `secrets`: which there are and what for, empty where there are none;
 * `goals`: what a conversation is about and waits for.
 * The answer is called once a model call.
 */
export function instructions(
  { config, clock, letIn }: Core,
  executor: string,
  secrets: () => string,
  jobs: ScheduledJobs,
  goals: (session: string) => string,
): (session?: string) => readonly SystemPart[] {
  const { owner, personality, limits } = config;
  const stable = prompt('session')({
    name: personality.name,
    soul: personality.soul,
    owner: owner.name ?? 'your owner',
    language: languageNames[owner.language],
    time_zone: owner.timeZone,
    workspace: '/workspace',
    executor: `${executor}${foldersText(letIn, owner.name ?? 'your owner')}`,
    max_steps: limits.maxStepsPerTurn,
    max_tool_calls: limits.maxToolCallsPerTurn,
  });
  const moment = prompt('moment');
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: owner.timeZone });
  let said: { readonly minute: number; readonly secrets: string; readonly parts: readonly SystemPart[] } | undefined;
  return session => {
    const now = clock.now();
    const minute = Math.floor(now / 60_000); // nothing finer is said
    const named = secrets();
    if (said?.minute !== minute || said.secrets !== named) {
      const today = moment({ now: format.format(now), time_zone: owner.timeZone });
      const text = [today, jobs.described()].filter(part => part !== '').join('\n');
      said = {
        minute,
        secrets: named,
        parts: [
          { text: stable, stable: true },
          ...(named === '' ? [] : [{ text: named, stable: true }]),
          { text, stable: false },
        ],
      };
    }
    const own = session === undefined ? '' : goals(session);
    return own === '' ? said.parts : [...said.parts, { text: own, stable: false }];
  };
}

/** Which folders of the owner's stand in the workspace; empty: none. */
function foldersText(letIn: readonly LetInFolder[], owner: string): string {
  if (letIn.length === 0) return '';
  const named = letIn.map(
    ({ name, isWritable, isHere }) =>
      `\`/workspace/${name}\` (${isWritable ? 'to read and write' : 'only to read'}${isHere ? `; ${owner} is there now` : ''})`,
  );
  return `\n- Folders of ${owner}'s own stand in the workspace: ${named.join(', ')}. What is there is their work: change only what they ask for.`;
}
