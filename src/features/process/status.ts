/** How this process is: for `/health`, the greeting, `straylight status` and `/status`. */

import { createRequire } from 'node:module';
import { healthOf } from '../../actors/supervision/health.ts';
import { openSafeMode } from '../../actors/supervision/safe-mode.ts';
import { handleWatch } from '../../adapters/process/handle-watch.ts';
import { inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import type { Health } from '../../domain/supervision/view.ts';
import { defined } from '../../domain/text/json.ts';
import { texts } from '../../domain/text/texts.ts';
import { type Feature, feature } from '../feature.ts';
import type * as GreetingTexts from './greeting-texts.ts';
import type { GreetingLabel } from './greeting-texts.ts';

// With the first greeting: a command of the command line shows none.
const load = createRequire(import.meta.url);
const words = () => load('./greeting-texts.ts') as typeof GreetingTexts;

export interface Process extends Feature {
  readonly isStopping: () => boolean;
  /** No handle of a file is left. */
  readonly trouble: () => Sentence | undefined;
}

export interface Status extends Feature {
  readonly health: () => Health;
  /** A line above a start: its label in the column of all of them, then its text. */
  readonly row: (label: GreetingLabel, text: string, forChat?: boolean) => string;
  /** What the owner is to know of this start, a line each; said at the end of the greeting. */
  readonly notes: () => readonly string[];
}

declare module '../feature.ts' {
  interface Features {
    readonly process: Process;
    readonly status: Status;
  }
}

/**
 * Watches the handles of files: a process that has none left can still say so. It is the first that is stopped, so that
 * it can be said that the process stops.
 */
export const processFeature = feature('process', ['core'], ({ core: { config, clock, log, report } }) => {
  let isStopping = false;
  const handles = handleWatch({
    clock,
    onChange(trouble) {
      const level = trouble === undefined ? 'info' : 'error';
      log({ level, event: 'handles', text: trouble === undefined ? 'there are some again' : inEnglish(trouble) });
      if (trouble !== undefined) report('process', 'failed', texts(config.owner.language).noHandles);
    },
  });
  return {
    isStopping: () => isStopping,
    trouble: () => handles.trouble,
    start: handles.begin,
    stop() {
      isStopping = true;
      handles.end();
    },
  };
});

const needed = ['core', 'models', 'sandbox', 'channels', 'audit', 'boot', 'secrets', 'process'] as const;

export const statusFeature = feature('status', needed, needs => {
  const { core, models, sandbox, channels, audit, boot, secrets } = needs;
  const { config, store, clock, system } = core;
  const secretsTrouble = secrets.trouble;
  const { language } = config.owner;
  const troubles = () => ({ Store: system.trouble, Files: needs.process.trouble(), Audit: audit.problem });
  const row = (label: GreetingLabel, text: string, forChat = false) =>
    words().greetingRow(label, text, language, forChat);
  const safeMode = () => {
    const incident = config.safeMode.boots > 0 ? openSafeMode(store) : undefined;
    return incident === undefined ? [] : [row('safeMode', texts(language).safeModeLine(incident))];
  };
  const { kind } = sandbox.executor;
  const names = channels.permanent.map(({ name }) => name);
  return {
    row,
    health() {
      const found = troubles();
      return healthOf({
        store,
        channels: names,
        model: models.chosen,
        executor: { kind, detail: sandbox.reason, ...defined({ said: sandbox.said }) },
        version: core.version,
        uptimeMs: clock.now() - core.startedAt,
        trouble: found.Store ?? found.Files ?? found.Audit,
        isStopping: needs.process.isStopping(),
        recovery: [
          ...safeMode(),
          ...boot.recovery,
          ...(['Store', 'Files', 'Audit'] as const).flatMap(name =>
            found[name] === undefined ? [] : [words().troubleLine(name, found[name], language)],
          ),
        ],
      });
    },
    greeting(forChat) {
      const { briefly, executorLine, modelLine, troubleLine } = words();
      const executor = { kind, detail: sandbox.said ?? sandbox.reason };
      const audited = audit.problem === undefined ? [] : [troubleLine('Audit', audit.problem, language)];
      if (forChat)
        return [
          briefly({ version: core.version, model: models.chosen.name, executor: kind }, language),
          ...(sandbox.isRefusing ? [executorLine(executor, language)] : []),
          ...audited,
        ];
      return [
        row('home', config.paths.home),
        modelLine(models.chosen, language),
        executorLine(executor, language),
        row('channels', names.join(', ')),
        ...audited,
      ];
    },
    notes() {
      return [
        ...(secretsTrouble === undefined ? [] : [words().secretsLine(secretsTrouble, language)]),
        ...safeMode(),
        ...boot.unsaid,
      ];
    },
  };
});
