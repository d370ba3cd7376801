/**
 * Hostile commands, asked for by a model that obeys, through the whole program on each executor; the owner never says
 * yes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { testEngine } from '../../peers/engine.ts';
import { type Area, type AreaReport, type AttackOptions, scoped } from '../area.ts';

const program = fileURLToPath(new URL('hostile-run.ts', import.meta.url));
const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const bubblewrap = ['/usr/bin/bwrap', '/usr/local/bin/bwrap'].find(existsSync);
const missing: AreaReport = { probes: 0, breaches: [], skipped: 'bubblewrap is not installed' };

export const hostileOnBubblewrap: Area = {
  name: 'hostile commands, bubblewrap',
  run: options => (bubblewrap === undefined ? Promise.resolve(missing) : tried([], options, 'bubblewrap')),
};

export const hostileOnDocker: Area = {
  name: 'hostile commands, Docker',
  run: options =>
    scoped(async scope => {
      const engine = await testEngine();
      if ('skip' in engine) return { probes: 0, breaches: [], skipped: engine.skip };
      scope.after(engine.stop);
      return tried([], options, 'docker', engine.socketPath, engine.image);
    }),
};

/** The whole program in a sandbox of ours: the machine to read, a loopback of its own, nothing else. */
const around = [
  ...['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--tmpfs', '/tmp', '--tmpfs', '/run', '--tmpfs', '/root', '--clearenv', '--setenv', 'PATH', '/usr/bin:/bin'],
  // wherever this checkout lies
  ...['--ro-bind', checkout, checkout],
];

export const hostileDirect: Area = {
  name: 'hostile commands, direct',
  run: options =>
    bubblewrap === undefined ? Promise.resolve(missing) : tried([bubblewrap, ...around], options, 'direct'),
};

async function tried(
  under: readonly string[],
  { share, draw }: AttackOptions,
  ...where: readonly [executor: string, ...engine: readonly string[]]
): Promise<AreaReport> {
  const [executor, ...engine] = where;
  const words = [
    ...under,
    process.execPath,
    '--conditions=development',
    program,
    executor,
    String(share),
    draw,
    ...engine,
  ];
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`it ended with ${code}: ${errors.slice(-2000)}`);
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as AreaReport;
}
