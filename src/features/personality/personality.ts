/** How the agent speaks: chosen in `agent.toml`, in a chat and on the page. Without a choice it costs no token. */
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as SettingsFile from '../../../config/tone-file.ts';
import type * as ToneParts from '../../actors/personality/tone.ts';
import type { Tone } from '../../actors/personality/tone.ts';
import { later } from '../../adapters/process/later.ts';
import type * as Persona from '../../adapters/stores/sqlite/personality/persona.ts';
import type { ProfileName } from '../../domain/context/profiles.ts';
import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { PersonalitySettings } from '../../domain/personality/personality.ts';
import type { PersonalityService } from '../../domain/personality/view.ts';
import { type Core, value } from '../feature.ts';

// Where something was chosen, and with the first look.
const load = createRequire(import.meta.url);

/** What the conversations bring to it. */
export interface ToneSources {
  readonly messagesOf: (session: string) => readonly ReadMessage[];
  readonly profileOf: (session: string, messages: readonly ReadMessage[]) => ProfileName;
}

export interface Personality {
  /** `sources`: of the conversations. */
  readonly open: (
    sources: ToneSources,
  ) => Pick<Tone, 'directive' | 'profile'> & { readonly service: PersonalityService };
}

declare module '../feature.ts' {
  interface Features {
    readonly personality: Personality;
  }
}

export const openPersonality = value('personality', ['core'], ({ core }): Personality => {
  const { agentFile } = core.config.paths;
  const markOf = () => {
    const { mtimeMs = 0, size = 0, ino = 0 } = statSync(agentFile, { throwIfNoEntry: false }) ?? {};
    return `${mtimeMs} ${size} ${ino}`;
  };
  const mark = markOf();
  let opened: Tone | undefined;
  const chosen = choices(
    core,
    () => opened !== undefined,
    () => markOf() !== mark,
  );
  const settings = () => {
    const { settingsOnDisk } = load('../../../config/tone-file.ts') as typeof SettingsFile;
    return settingsOnDisk(agentFile, markOf, { settings: core.config.personality, mark });
  };
  return {
    open(sources) {
      const tone = () => {
        opened ??= openTone(core, sources, settings());
        return opened;
      };
      return {
        directive: (session, messages) => (chosen() ? tone().directive(session, messages) : ''),
        profile: messages => (chosen() ? tone().profile(messages) : undefined),
        service: later<PersonalityService>(() => tone().service, { look: true, set: true, preset: true, reset: true }),
      };
    },
  };
});

function openTone(
  { database, clock, system, conversation, report, log, redactor }: Core,
  sources: ToneSources,
  settings: () => PersonalitySettings,
): Tone {
  const { tone } = load('../../actors/personality/tone.ts') as typeof ToneParts;
  const { sqlitePersona } = load('../../adapters/stores/sqlite/personality/persona.ts') as typeof Persona;
  return tone({
    ...sources,
    ledger: sqlitePersona(database),
    settings,
    clock,
    perform: work => system.perform(work),
    isWaiting: session => conversation.approvals('pending', mostLooked).some(({ card }) => card.session === session),
    onProblem(problem) {
      log({ level: 'warn', event: 'personality', problem: redactor.text(problem) });
      report('personality', 'failed', `The tone is neutral until this is put right: ${redactor.text(problem)}`);
    },
  });
}

const mostLooked = 50;

/**
 * Whether anything was chosen, without loading what makes words of it. What the table holds changes only once that is
 * open: until then it is counted once.
 */
function choices(
  { config: { personality }, database }: Core,
  isOpen: () => boolean,
  isSaved: () => boolean,
): () => boolean {
  const { preset, axes, topics } = personality;
  const isInFile = preset !== 'default' || Object.keys(topics).length > 0 || Object.values(axes).some(isNumber);
  const kept = database.prepare<[], number>('SELECT count(*) FROM persona_state').pluck();
  const count = () => (kept.get() ?? 0) > 0;
  let isKept: boolean | undefined;
  const hasRows = () => {
    if (isOpen()) return count();
    isKept ??= count();
    return isKept;
  };
  return () => isInFile || hasRows() || isSaved();
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}
