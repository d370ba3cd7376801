/** How this process is: for `/health`, the greeting, `straylight status` and `/status`. */
import { createRequire } from 'node:module';
import { healthOf } from '../../actors/supervision/health.ts';
import { openSafeMode } from '../../actors/supervision/safe-mode.ts';
import { handleWatch } from '../../adapters/process/handle-watch.ts';
import type { Health } from '../../domain/supervision/view.ts';
import { texts } from '../../domain/text/texts.ts';
import type { SecretKeeper } from '../../ports/secrets/keeper.ts';
import type { Audit } from '../audit/audit.ts';
import type { Channels } from '../channels/channels.ts';
import type { Core, Feature } from '../feature.ts';
import type { Models } from '../models/models.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Boot } from './boot.ts';
import type * as GreetingTexts from './greeting-texts.ts';
import type { GreetingLabel } from './greeting-texts.ts';

// With the first greeting: a command of the command line shows none.
const load = createRequire(import.meta.url);
const words = () => load('./greeting-texts.ts') as typeof GreetingTexts;

interface Needs {
  readonly models: Models;
  readonly sandbox: Sandbox;
  readonly channels: Channels;
  readonly audit: Audit;
  readonly boot: Boot;
  readonly secrets: SecretKeeper;
}

export interface Status extends Feature {
  readonly health: () => Health;
  /** A line above a start: its label in the column of all of them, then its text. */
  readonly row: (label: GreetingLabel, text: string) => string;
  /** What the owner is to know of this start, a line each; said at the end of the greeting. */
  readonly notes: () => readonly string[];
}

/**
 * Watches the handles of files too: a process that has none left can still say so. It is the first that is stopped, so
 * that it can say that the process stops.
 */
export function statusFeature(core: Core, { models, sandbox, channels, audit, boot, secrets }: Needs): Status {
  const { config, store, clock, log, system, report } = core;
  const secretsTrouble = secrets.trouble;
  let isStopping = false;
  const { language } = config.owner;
  const handles = handleWatch({
    clock,
    onChange(trouble) {
      const level = trouble === undefined ? 'info' : 'error';
      log({ level, event: 'handles', text: trouble ?? 'there are some again' });
      if (trouble !== undefined) report('process', 'failed', texts(language).noHandles);
    },
  });
  const troubles = () => ({ Store: system.trouble, Files: handles.trouble, Audit: audit.problem });
  const row = (label: GreetingLabel, text: string) => words().greetingRow(label, text, language);
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
        executor: { kind, detail: sandbox.reason },
        version: core.version,
        uptimeMs: clock.now() - core.startedAt,
        trouble: found.Store ?? found.Files ?? found.Audit,
        isStopping,
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
      const executor = { kind, detail: sandbox.reason };
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
    start: handles.begin,
    stop() {
      isStopping = true;
      handles.end();
    },
  };
}
