/** The words a session is given, a part each: what stays the same first, the moment last. */

import { createRequire } from 'node:module';
import type { Config } from '../../../config/load.ts';
import { type OffersTool, type PartName, type PromptPart, prompt, promptParts } from '../../../config/prompts.ts';
import type * as Summaries from '../../actors/context/part-summaries.ts';
import { sha256 } from '../../adapters/audit/digest.ts';
import type * as PartRows from '../../adapters/stores/sqlite/context/part-summaries.ts';
import { callerConversation } from '../../domain/callers/caller.ts';
import type * as Capped from '../../domain/context/capped.ts';
import type { LongPart } from '../../domain/context/capped.ts';
import { minuteInWords } from '../../domain/text/instant-text.ts';
import { languageNames } from '../../domain/text/writing/locale.ts';
import type { LetInFolder } from '../../ports/files/confined.ts';
import type { SystemPart } from '../../ports/model.ts';
import { type Core, value } from '../feature.ts';

// With the first part that is too long.
const load = createRequire(import.meta.url);

/** Its answer is called once a model call. `offered`: the names of the tools on offer; undefined: all there are. */
export type Instructions = (session?: string, window?: number, offered?: ReadonlySet<string>) => readonly SystemPart[];

/** The parts that are a file each, and the bounds of all. */
export interface InstructionParts {
  readonly of: (name: PartName, own?: Readonly<Record<string, string>>, offers?: OffersTool) => string;
  /** The part as long as it may be. `window`: in tokens; 0: not known. `session`: whose it is, if it is of one. */
  readonly capped: (part: CappedPart, text: string, window: number, session?: string) => string;
  /** Calls back with each part that a model is to shorten. */
  onLong(listener: (long: LongPart) => void): void;
}

export type CappedPart = keyof Config['promptCaps'];

declare module '../feature.ts' {
  interface Features {
    readonly instructions: Instructions;
    readonly instructionParts: InstructionParts;
  }
}

export const instructionParts = value(
  'instructionParts',
  ['core', 'sandbox'],
  ({ core, sandbox }): InstructionParts => {
    const { config, letIn, database } = core;
    const { owner, personality, limits, promptCaps } = config;
    const parts: Readonly<Record<PartName, PromptPart>> = promptParts(config.paths.prompts);
    const working = {
      name: personality.name,
      owner: owner.name ?? 'your owner',
      language: languageNames[owner.language],
      time_zone: owner.timeZone,
      workspace: '/workspace',
      executor: `${sandbox.executor.description}${foldersText(letIn, owner.name ?? 'your owner')}`,
      max_steps: limits.maxStepsPerTurn,
      max_tool_calls: limits.maxToolCallsPerTurn,
    };
    const listeners: ((long: LongPart) => void)[] = [];
    let summaries: Summaries.PartSummaries | undefined;
    return {
      of: (name, own = {}, offers) => parts[name]({ ...working, ...own }, offers),
      capped(part, text, window, session = '') {
        const cap = promptCaps[part];
        if (text.length <= cap && (window === 0 || text.length * 5 <= window * 3)) return text;
        const { capWithin } = load('../../domain/context/capped.ts') as typeof Capped;
        const most = changing.has(part) ? capWithin(cap, window) : cap;
        if (text.length <= most) return text;
        const { partSummaries } = load('../../actors/context/part-summaries.ts') as typeof Summaries;
        const { sqlitePartSummaries } = load(
          '../../adapters/stores/sqlite/context/part-summaries.ts',
        ) as typeof PartRows;
        summaries ??= partSummaries(sqlitePartSummaries(database), sha256);
        return summaries.of({ part, session, text, most }, long => listeners.forEach(listener => void listener(long)));
      },
      onLong: listener => void listeners.push(listener),
    };
  },
);

/** They have no length of their own, so a small window bounds them too. */
const changing: ReadonlySet<CappedPart> = new Set(['personality', 'jobs', 'goals', 'approvals']);

const steady = ['personality', 'environment', 'tools', 'outside', 'honesty', 'style'] as const;

const needed = [
  ...['core', 'sandbox', 'secrets', 'scheduled', 'goalsInWords', 'orders', 'skills', 'delegated'],
  'instructionParts',
] as const;

export const instructions = value('instructions', needed, (needs): Instructions => {
  const { core, instructionParts: parts } = needs;
  const stable = stableParts(core, parts);
  const changes = changingParts(core, parts);
  const place = `${needs.sandbox.executor.description}${foldersText(core.letIn, core.config.owner.name ?? 'your owner')}`;
  let ofCallers: string | undefined;
  return (session, window = 0, offered) => {
    const moment = changes.moment();
    const work = session === undefined ? undefined : needs.delegated.instructionsOf(session, place);
    if (session !== undefined && work !== undefined)
      return partsOfWork(work, needs.orders.inWords(needs.delegated.rootOf(session)), moment);
    const goals = session === undefined ? { goals: '', approvals: '' } : needs.goalsInWords(session);
    const isOfCallers = session !== undefined && callerConversation(session) !== undefined;
    if (isOfCallers) ofCallers ??= prompt('caller')({});
    // behind what never changes and before the moment, so that a provider keeps what it has read
    const stands: readonly SystemPart[] = [
      { text: parts.capped('secrets', needs.secrets.describe(), window), stable: true },
      { text: isOfCallers ? (ofCallers ?? '') : '', stable: true },
      { text: session === undefined ? '' : needs.skills.inWords(window), stable: true },
      { text: session === undefined ? '' : needs.orders.inWords(session), stable: true, zone: 'orders' },
    ];
    const now: readonly SystemPart[] = [
      { text: [moment, changes.jobs(needs.scheduled.described(), window)].filter(isSaid).join('\n'), stable: false },
      { text: changes.goals(goals, window, session), stable: false },
    ];
    return [...stable(window, offered), ...[...stands, ...now].filter(({ text }) => isSaid(text))];
  };
});

function isSaid(text: string): boolean {
  return text !== '';
}

/** The same from request to request, as long as the tools are. */
function stableParts({ config }: Core, parts: InstructionParts) {
  let said: { readonly key: string; readonly parts: readonly SystemPart[] } | undefined;
  return (window: number, offered: ReadonlySet<string> | undefined): readonly SystemPart[] => {
    const key = `${window}\n${offered === undefined ? '*' : [...offered].sort().join(' ')}`;
    if (said?.key !== key) {
      const { soul } = config.personality;
      const texts = steady.map(name => {
        const text = parts.of(name, { soul }, offered && (tool => offered.has(tool)));
        return parts.capped(name, text, window);
      });
      // a part that a model has not shortened yet is looked for again
      const made = texts.filter(isSaid).map(text => ({ text, stable: true }));
      if (steady.some((name, at) => (texts[at]?.length ?? 0) > config.promptCaps[name] * 0.9)) return made;
      said = { key, parts: made };
    }
    return said.parts;
  };
}

/** What belongs to the moment. */
function changingParts({ config: { owner }, clock }: Core, parts: InstructionParts) {
  let today: { readonly minute: number; readonly text: string } | undefined;
  return {
    moment() {
      const now = clock.now();
      const minute = Math.floor(now / 60_000); // nothing finer is said
      if (today?.minute !== minute)
        today = { minute, text: parts.of('moment', { now: minuteInWords(now, owner.timeZone) }) };
      return today.text;
    },
    jobs: (jobs: string, window: number) =>
      jobs === '' ? '' : parts.of('jobs', { jobs: parts.capped('jobs', jobs, window) }),
    goals({ goals, approvals }: { readonly goals: string; readonly approvals: string }, window: number, session = '') {
      const own = goals === '' ? '' : parts.of('goals', { goals: parts.capped('goals', goals, window, session) });
      const waiting =
        approvals === '' ? '' : parts.of('approvals', { approvals: parts.capped('approvals', approvals, window) });
      return [own, waiting].filter(isSaid).join('\n');
    },
  };
}

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
