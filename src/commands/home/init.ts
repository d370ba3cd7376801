/** `straylight init`: a home with everything a first start needs. What is there already is left as it is. */

import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import { systemFailure } from '../../domain/supervision/system-fault.ts';
import type * as Texts from '../../domain/text/texts.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { Io } from '../io.ts';
import { sayIn } from '../say.ts';

// Where a home cannot be made.
const load = createRequire(import.meta.url);

export interface NewHome {
  readonly home: string;
  /** Folders to make, relative to the home. */
  readonly folders: readonly string[];
  /**
   * Files to write, by their path relative to the home. The last one says that the home is whole: without it the rest
   * is made, too.
   */
  readonly files: Readonly<Record<string, () => string>>;
}

/** What was made and what was there, relative to the home; the home itself is `.`. */
export interface MadeHome {
  readonly made: readonly string[];
  readonly kept: readonly string[];
}

/**
 * Makes what is missing: folders 0700, files 0600, whatever the umask says. Never overwrites; each file is there whole
 * or not at all. Throws a `Fault` where the place cannot be written.
 */
export function makeHome({ home, folders, files }: NewHome, language?: Language): MadeHome {
  const say = sayIn(language && { language });
  const made: string[] = [];
  const kept: string[] = [];
  try {
    for (const folder of ['.', ...folders]) (makeFolder(join(home, folder)) ? made : kept).push(folder);
    for (const [file, text] of Object.entries(files)) (makeFile(join(home, file), text) ? made : kept).push(file);
  } catch (error) {
    const failure = systemFailure(error, home) ?? toFailure(error);
    const { kind, message, cause = message } = failure;
    throw fault(
      kind === 'defect' ? 'invalid' : kind,
      say('cannot create the home {home}: {message}; fix that, or choose another home with --home or STRAYLIGHT_HOME', {
        home,
        message: (load('../../domain/text/texts.ts') as typeof Texts).failureWords(failure, language),
      }),
      { cause },
    );
  }
  return { made, kept };
}

/** Says what was made, for somebody who wants to know. `isAnswered`: flags follow, which may change something yet. */
export function init(home: NewHome, io: Io, { isAnswered = false } = {}): number {
  const say = sayIn(io);
  const { made, kept } = makeHome(home, io.language);
  if (isAnswered && made.length === 0) {
    io.out(say('Home: {home}, kept as it is', { home: home.home }));
    return 0;
  }
  io.out(say('Home: {home}', { home: home.home }));
  for (const name of made) io.out(say('  created  {name}', { name }));
  for (const name of kept) io.out(say('  kept     {name}', { name }));
  io.out(
    made.length === 0
      ? say('Everything exists already; nothing was changed.')
      : say('Edit the settings in config.toml and put secrets into .env. Next: straylight start'),
  );
  return 0;
}

function makeFolder(path: string): boolean {
  if (existsSync(path)) {
    // A file of that name fails here with its reason, rather than later in the middle of something.
    mkdirSync(path, { recursive: true });
    return false;
  }
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(path, { mode: 0o700 });
  chmodSync(path, 0o700);
  return true;
}

function makeFile(path: string, text: () => string): boolean {
  if (existsSync(path)) return false;
  const draft = `${path}.${process.pid}.part`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(file, text());
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    chmodSync(draft, 0o600);
    return putInPlace(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** False: somebody else was first. */
function putInPlace(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // a file system without hard links
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error;
    renameSync(draft, path);
    return true;
  }
}
