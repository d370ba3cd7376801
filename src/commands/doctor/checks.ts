/**
 * What the doctor can see with Node alone: the machine, the home, the port. Models, executors and channels are looked
 * at by their adapters.
 */

import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { toFailure } from '../../domain/supervision/failure.ts';
import type { Language } from '../../domain/text/texts.ts';
import { sayIn } from '../say.ts';
import type { Check, Finding } from './doctor.ts';

/** Straylight needs a Node that runs TypeScript as it stands. */
export function nodeCheck(version: string, execPath: string): Check {
  const isNew = Number.parseInt(version, 10) >= 26;
  return {
    name: 'Node',
    run: (_signal, say = sayIn()) =>
      isNew
        ? { verdict: 'ok', found: `${version} (${execPath})` }
        : {
            verdict: 'fail',
            found: say('{version}; 26 or newer is required', { version }),
            advice: say('run "npm ci", then start with "npm start" or bin/straylight.js'),
          },
  };
}

/** The home and its secrets belong to one user alone. */
export function homeCheck(home: string, envFile: string): Check {
  return {
    name: 'Home',
    run: (_signal, say = sayIn()) => {
      const folder = statSync(home, { throwIfNoEntry: false });
      if (!folder)
        return {
          verdict: 'warn',
          found: say('{home} does not exist yet', { home }),
          advice: say('run "straylight init"'),
        };
      try {
        accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (error) {
        const isReadOnly = (error as NodeJS.ErrnoException).code === 'EROFS';
        return {
          verdict: 'fail',
          found: say('{home} is not writable{value}', {
            home,
            value: isReadOnly ? say(': its file system is read-only') : '',
          }),
          advice: isReadOnly
            ? say('remount it writable (mount -o remount,rw), or choose another home with --home')
            : say('become its owner: chown -R "$USER" {home}', { home }),
        };
      }
      const open = [home, envFile].filter(
        path => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0,
      );
      if (open.length > 0)
        return {
          verdict: 'fail',
          found: say('other users of this machine can read {join}', { join: open.join(say(' and ')) }),
          advice: `chmod go-rwx ${open.join(' ')}`,
        };
      return { verdict: 'ok', found: home };
    },
  };
}

/** Room for the database to grow: 1 GB is comfortable, below 100 MB writes may soon fail. */
export function diskCheck(home: string): Check {
  return {
    name: 'Disk',
    run: (_signal, say = sayIn()) => {
      const place = nearest(home);
      const { bavail, bsize } = statfsSync(place);
      const megabytes = Math.floor((bavail * bsize) / 2 ** 20);
      const found = say('{value} free at {place}', {
        value: megabytes >= 10_240 ? `${Math.floor(megabytes / 1_024)} GB` : `${megabytes} MB`,
        place,
      });
      if (megabytes < 100)
        return { verdict: 'fail', found, advice: say('free disk space now: the database will soon not be writable') };
      return megabytes < 1_024
        ? { verdict: 'warn', found, advice: say('free disk space before the database needs it') }
        : { verdict: 'ok', found };
    },
  };
}

/**
 * Is the port of the page free? `running`: the process that holds the home, with the port it serves, if it serves one.
 */
export function portCheck(port: number, running: { readonly port?: number } | undefined): Check {
  return {
    name: 'Port',
    run: (signal, say = sayIn()) =>
      new Promise<Finding>(resolve => {
        if (running) {
          const served = running.port === undefined ? say('no port') : `127.0.0.1:${running.port}`;
          return resolve({ verdict: 'ok', found: say('the running Straylight uses {served}', { served }) });
        }
        const server = createServer();
        signal.addEventListener('abort', () => server.close());
        server.on('error', (error: NodeJS.ErrnoException) =>
          resolve({
            verdict: error.code === 'EADDRINUSE' ? ('warn' as const) : ('fail' as const),
            found:
              error.code === 'EADDRINUSE'
                ? say('127.0.0.1:{port} is taken; the page would have the next free port', { port })
                : say('127.0.0.1:{port} cannot be used ({code})', { port, code: error.code }),
            advice: say('set another channels.web.port in config.toml, or start with --port 0'),
          }),
        );
        server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
          server.close(() =>
            resolve({
              verdict: 'ok',
              found: port === 0 ? say('any free port') : say('127.0.0.1:{port} is free', { port }),
            }),
          ),
        );
      }),
  };
}

/** The settings, as loading them went: every fault a line. `example`: the file that shows them all. */
export function settingsCheck(
  loaded:
    | { readonly ok: true; readonly warnings: readonly string[] }
    | { readonly ok: false; readonly message: string },
  example: string,
): Check {
  return {
    name: 'Settings',
    run: (_signal, say = sayIn()) => {
      if (!loaded.ok) {
        const [found = '', ...details] = loaded.message.split('\n').map(line => line.trim());
        return {
          verdict: 'fail',
          found,
          details,
          advice: say('fix these lines; {example} shows every setting', { example }),
        };
      }
      const [first, ...more] = loaded.warnings;
      if (first === undefined) return { verdict: 'ok', found: say('valid') };
      if (more.length === 0) return { verdict: 'warn', found: first };
      return {
        verdict: 'warn',
        found: say('valid, with {value} warnings:', { value: more.length + 1 }),
        details: loaded.warnings,
      };
    },
  };
}

/** An executor, tried with a command that does nothing. `isolates`: false where it works without walls. */
export function executorCheck(
  name: string,
  isolates: boolean,
  /** Why this one, in a sentence. */
  reason: (language: Language) => string,
  tryIt: (signal: AbortSignal) => Promise<{ readonly exitCode?: number; readonly stderr: string }>,
): Check {
  return {
    name: 'Executor',
    run: async (signal, say = sayIn(), language = 'en') => {
      const { exitCode, stderr } = await tryIt(signal);
      const found =
        exitCode === 0
          ? `${name}: ${reason(language)}`
          : say('{name} does not work: {trim}', {
              name,
              trim: stderr.trim() || say('exit code {exitCode}', { exitCode }),
            });
      if (exitCode !== 0 || !isolates)
        return {
          verdict: exitCode === 0 ? 'warn' : 'fail',
          found,
          advice: say(
            'install bubblewrap (Debian: apt install bubblewrap) and allow unprivileged user namespaces, or run Docker',
          ),
        };
      return { verdict: 'ok', found };
    },
  };
}

/** The agent's tools are versioned with git. */
export function gitCheck(): Check {
  return {
    name: 'Git',
    run: async (signal, say = sayIn()) => {
      try {
        const { stdout } = await promisify(execFile)('git', ['--version'], { signal });
        return { verdict: 'ok', found: stdout.trim() };
      } catch {
        return {
          verdict: 'warn',
          found: say('not installed, so the agent cannot write tools'),
          advice: say('install git (Debian: apt install git)'),
        };
      }
    },
  };
}

/** The file of the secrets. `count` opens it with its key, and rejects with what is wrong. */
export function secretsCheck(file: string, count: () => Promise<number>): Check {
  return {
    name: 'Secrets',
    run: async (_signal, say = sayIn()) => {
      const status = statSync(file, { throwIfNoEntry: false });
      if (!status) return { verdict: 'ok', found: say('none') };
      if ((status.mode & 0o077) !== 0)
        return {
          verdict: 'warn',
          found: say('other users of this machine can read {file}', { file }),
          advice: `chmod go-rwx ${file}`,
        };
      try {
        return { verdict: 'ok', found: say('{value} in {file}; the key works', { value: await count(), file }) };
      } catch (thrown) {
        return { verdict: 'warn', found: say('cannot be read: {thrown}', { thrown: toFailure(thrown).message }) };
      }
    },
  };
}

/** What undo has kept; a folder that is missing means that nothing was kept yet. */
export function undoCheck(folder: string, maxMb: number, isOn: boolean): Check {
  return {
    name: 'Undo',
    run: (_signal, say = sayIn()) => {
      if (!isOn) return { verdict: 'warn', found: say('off: changes to the workspace cannot be undone') };
      if (!statSync(folder, { throwIfNoEntry: false })) return { verdict: 'ok', found: say('on; nothing saved yet') };
      const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
        name => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
      );
      const megabytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20);
      const found = say('{megabytes} MB of {maxMb} MB used in {folder}', { megabytes, maxMb, folder });
      if (megabytes < maxMb * 0.9) return { verdict: 'ok', found };
      const advice = say(
        'raise [undo] max_mb, or move large files out of the workspace: changes that do not fit cannot be undone',
      );
      return { verdict: 'warn', found, advice };
    },
  };
}

/** A folder of the owner's that the settings let in; `find` throws where it cannot be. */
export function folderCheck(
  { path, writable }: { readonly path: string; readonly writable: boolean },
  find: () => readonly { readonly name: string }[],
): Check {
  return {
    name: 'Folder',
    run: (_signal, say = sayIn()) => {
      const [{ name } = { name: '' }] = find();
      const found = writable
        ? say('{path} is /workspace/{name}, to read and write', { path, name })
        : say('{path} is /workspace/{name}, only to read', { path, name });
      return { verdict: 'ok', found };
    },
  };
}

/** `executable`: the Chromium that would be driven. */
export function browserCheck(executable: string | undefined, isWanted: boolean): Check {
  return {
    name: 'Browser',
    run: (_signal, say = sayIn()) => {
      if (executable !== undefined) return { verdict: 'ok', found: executable };
      if (!isWanted) return { verdict: 'ok', found: say('off in config.toml') };
      const advice = say('install Chromium (Debian: apt install chromium)');
      return { verdict: 'warn', found: say('no Chromium found, so the browser tool is not available'), advice };
    },
  };
}

/** A channel, asked who we are there. */
export function channelCheck(
  name: string,
  connect: (signal: AbortSignal) => Promise<{ readonly identity: string }>,
): Check {
  return {
    name,
    run: async (signal, say = sayIn()) => ({
      verdict: 'ok',
      found: say('connected as {value}', { value: (await connect(signal)).identity }),
    }),
  };
}

function nearest(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) || dirname(path) === path ? path : nearest(dirname(path));
}
