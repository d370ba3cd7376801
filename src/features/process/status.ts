/** How this process is: for `/health`, the greeting, `straylight status` and `/status`. */

import type { System } from '../../actors/runtime/system.ts';
import { healthOf } from '../../actors/supervision/health.ts';
import { openSafeMode } from '../../actors/supervision/safe-mode.ts';
import { handleWatch } from '../../adapters/process/handle-watch.ts';
import type { Health } from '../../domain/supervision/view.ts';
import { texts } from '../../domain/text/texts.ts';
import type { Audit } from '../audit/audit.ts';
import type { Channels } from '../channels/channels.ts';
import type { Feature } from '../feature.ts';
import type { Models } from '../models/models.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Boot } from './boot.ts';
import type { Home } from './home.ts';
import type { Report } from './reports.ts';

export interface StatusServices {
  readonly home: Home;
  readonly system: () => System;
  readonly models: Models;
  readonly sandbox: Sandbox;
  readonly channels: Channels;
  readonly audit: Audit;
  readonly boot: Boot;
  /** Why no secret can be used. */
  readonly secretsTrouble: string | undefined;
  readonly isStopping: () => boolean;
  readonly report: Report;
}

export interface Status extends Feature {
  readonly health: () => Health;
  /** What the owner is to know of this start, a line each; said at the end of the greeting. */
  readonly notes: () => readonly string[];
}

/** Watches the handles of files too: a process that has none left can still say so. */
export function statusFeature(services: StatusServices): Status {
  const { home, system, models, sandbox, channels, audit, boot, secretsTrouble, report } = services;
  const { config, store, clock, log } = home;
  const handles = handleWatch({
    clock,
    onChange(trouble) {
      const level = trouble === undefined ? 'info' : 'error';
      log({ level, event: 'handles', text: trouble ?? 'there are some again' });
      if (trouble !== undefined) report('process', 'failed', texts(config.owner.language).noHandles);
    },
  });
  const troubles = () => ({ Store: system().trouble, Files: handles.trouble, Audit: audit.problem });
  const safeMode = () => {
    const incident = config.safeMode.boots > 0 ? openSafeMode(store) : undefined;
    const say = texts(config.owner.language);
    return incident === undefined ? [] : row(say.safeModeLabel, say.safeModeLine(incident));
  };
  const { kind } = sandbox.executor;
  const names = channels.permanent.map(({ name }) => name);
  return {
    health() {
      const found = troubles();
      return healthOf({
        store,
        channels: names,
        model: models.chosen,
        executor: { kind, detail: sandbox.reason },
        version: home.version,
        uptimeMs: clock.now() - home.startedAt,
        trouble: found.Store ?? found.Files ?? found.Audit,
        isStopping: services.isStopping(),
        recovery: [
          ...safeMode(),
          ...boot.recovery,
          ...Object.entries(found).flatMap(([name, text]) => row(name, text)),
        ],
      });
    },
    greeting: forChat => [
      ...(forChat
        ? [
            briefly(home.version, models.chosen.name, kind),
            ...row('Executor', sandbox.isRefusing ? sandbox.reason : undefined),
          ]
        : [
            ...row('Home', config.paths.home),
            ...row('Model', `${models.chosen.name} (${models.chosen.reason})`),
            ...row('Executor', `${kind}: ${sandbox.reason}`),
            ...row('Channels', names.join(', ')),
          ]),
      ...row('Audit', audit.problem),
    ],
    notes: () => [
      ...row('Secrets', secretsTrouble === undefined ? undefined : `none can be used: ${secretsTrouble}`),
      ...safeMode(),
      ...boot.recovery,
    ],
    start: handles.begin,
    stop: handles.end,
  };
}

/** All of it in a line, for somebody who is about to type. */
function briefly(version: string, model: string, executor: string): string {
  const answering = model === 'rehearsal/rehearsal' ? 'demo model (rules, no AI)' : model;
  const commands = executor === 'direct' ? 'no sandbox: commands ask first' : `commands run in ${executor}`;
  return `Straylight ${version} · ${answering} · ${commands}`;
}

function row(name: string, text: string | undefined): readonly string[] {
  return text === undefined ? [] : [`${name.padEnd(10)}${text}`];
}
