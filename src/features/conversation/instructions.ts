/** The words a session is given: what stays the same first, the moment last. */

import { prompt } from '../../../config/prompts.ts';
import { callerConversation } from '../../domain/callers/caller.ts';
import { minuteInWords } from '../../domain/text/instant-text.ts';
import { languageNames } from '../../domain/text/writing/locale.ts';
import type { LetInFolder } from '../../ports/files/confined.ts';
import type { SystemPart } from '../../ports/model.ts';
import { value } from '../feature.ts';

declare module '../feature.ts' {
  interface Features {
    readonly instructions: (session?: string, window?: number) => readonly SystemPart[];
  }
}

/** The answer is called once a model call. */
export const instructions = value(
  'instructions',
  ['core', 'sandbox', 'secrets', 'scheduled', 'goalsInWords', 'orders', 'skills', 'delegated'],
  needs => {
    const { config, clock, letIn } = needs.core;
    const { description } = needs.sandbox.executor;
    const { owner, personality, limits } = config;
    const place = `${description}${foldersText(letIn, owner.name ?? 'your owner')}`;
    const stable = prompt('session')({
      name: personality.name,
      soul: personality.soul,
      owner: owner.name ?? 'your owner',
      language: languageNames[owner.language],
      time_zone: owner.timeZone,
      workspace: '/workspace',
      executor: place,
      max_steps: limits.maxStepsPerTurn,
      max_tool_calls: limits.maxToolCallsPerTurn,
    });
    const moment = prompt('moment');
    let ofCallers: string | undefined;
    const today = (now: number) => moment({ now: minuteInWords(now, owner.timeZone), time_zone: owner.timeZone });
    let said: { readonly minute: number; readonly secrets: string; readonly parts: readonly SystemPart[] } | undefined;
    return (session?: string, window = 0) => {
      const now = clock.now();
      const minute = Math.floor(now / 60_000); // nothing finer is said
      const named = needs.secrets.describe();
      if (said?.minute !== minute || said.secrets !== named) {
        const text = [today(now), needs.scheduled.described()].filter(part => part !== '').join('\n');
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
      if (session === undefined) return said.parts;
      const work = needs.delegated.instructionsOf(session, place);
      if (work !== undefined)
        return partsOfWork(work, needs.orders.inWords(needs.delegated.rootOf(session)), today(now));
      const isOfCallers = callerConversation(session) !== undefined;
      if (isOfCallers) ofCallers ??= prompt('caller')({});
      const orders = needs.orders.inWords(session);
      const own = needs.goalsInWords(session);
      const skills = needs.skills.inWords(window);
      // behind what never changes and before the moment, so that a provider keeps what it has read
      const stands: readonly SystemPart[] = [
        { text: isOfCallers ? (ofCallers ?? '') : '', stable: true },
        { text: skills, stable: true },
        { text: orders, stable: true, zone: 'orders' },
      ];
      const parts = said.parts.toSpliced(-1, 0, ...stands.filter(({ text }) => text !== ''));
      return own === '' ? parts : [...parts, { text: own, stable: false }];
    };
  },
);

/** Of a piece of work: what its agent is, the orders that hold where the work comes from, and the moment. */
function partsOfWork(work: string, orders: string, moment: string): readonly SystemPart[] {
  return [
    { text: work, stable: true },
    ...(orders === '' ? [] : [{ text: orders, stable: true, zone: 'orders' as const }]),
    { text: moment, stable: false },
  ];
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
