/** The home and the settings that a command begins with. */

import { existsSync, readFileSync } from 'node:fs';
import { homePaths } from '../../../config/home.ts';
import { languageOf } from '../../../config/language.ts';
import type { Config } from '../../../config/load.ts';
import { closeHome } from '../../commands/home/home-modes.ts';
import { makeHome, type NewHome } from '../../commands/home/init.ts';
import type { Io } from '../../commands/io.ts';
import { sayIn } from '../../commands/say.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { readable } from '../../domain/text/visible.ts';
import type { Edge } from './edge.ts';

/** The settings, or every fault of them as one failure; warnings are told. */
export async function settings(home: string, { io, env, features }: Edge): Promise<Config> {
  const { loadConfig } = await import('../../../config/load.ts');
  const loaded = loadConfig({ home, env, sections: features });
  if (!loaded.ok) throw fault('invalid', loaded.message);
  for (const warning of loaded.warnings) io.err(io.style.warn(`straylight: ${readable(warning)}`));
  return loaded.config;
}

/** What a new home holds; its settings name the language of the environment. */
export function newHome(home: string, env: Edge['env']): NewHome {
  const example = (name: string) => () => readFileSync(new URL(`../../../config/${name}`, import.meta.url), 'utf8');
  const language = languageOf(env);
  const named = language === 'en' ? '$&' : `language = "${language}"`;
  return {
    home,
    folders: ['workspace', 'scripts', 'settings', 'logs', 'backups', 'run'],
    files: {
      '.env': example('env.example'),
      'settings/agent.toml': example('agent.example.toml'),
      // last: while it is not there, the home is not whole
      'config.toml': () => example('config.example.toml')().replace(/^#language = .*$/m, named),
    },
  };
}

/** By what a home is named, if it is not the usual one. */
export type HomeName = 'option' | 'variable' | undefined;

/**
 * A home that was named and is not there may be mistyped. What only looks makes none (`acts`: it does more); else the
 * owner who named it by an option is asked, or told how to make it.
 */
export async function mayMake(
  { home }: NewHome,
  { name, acts }: { readonly name: HomeName; readonly acts: boolean },
  { io, isTyped }: Edge,
): Promise<boolean> {
  const say = sayIn(io);
  if (name === undefined || existsSync(homePaths(home).configFile)) return true;
  if (acts && name === 'variable') return true;
  const here = readable(home);
  if (!isTyped || !acts) {
    io.err(say('straylight: there is no home at {here}; "straylight init --home {here}" creates one', { here }));
    return false;
  }
  const { typedAnswer } = await import('./typed-answer.ts');
  const isAgreed = /^(y(es)?|j(a)?)$/i.test(
    (await typedAnswer(say('There is no home at {here}. Create one? [y/N] ', { here }))).trim(),
  );
  if (!isAgreed) io.err(say('Nothing was created.'));
  return isAgreed;
}

/** Any command makes a home that is not there yet: true. In one that is, only folders are mended. */
export function ensureHome(home: NewHome): boolean {
  const isNew = !existsSync(homePaths(home.home).configFile);
  makeHome(isNew ? home : { ...home, files: {} });
  return isNew;
}

/** Every command but the doctor closes what other users could read, and says so. */
export function closeOpenHome(home: string, io: Io): void {
  const say = sayIn(io);
  const closed = closeHome(homePaths(home));
  if (closed.length === 0) return;
  const warning =
    say('straylight: other users of this machine could read {closed}; this is fixed. ', {
      closed: readable(closed.join(', ')),
    }) + say('If others use this machine, replace the keys and tokens in those files');
  io.err(io.style.warn(warning));
}
