/**
 * An upgrade that is killed from outside, at system calls: the next start finishes it, and nothing that lived in the
 * database is lost.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Findings } from '../check.ts';
import { luckOf } from '../simulation/chance.ts';
import { upgrade } from '../upgrades/upgrade.ts';
import { countedCalls, countingArguments, killingArguments } from './system-calls.ts';

export interface UpgradeKills {
  readonly kills: number;
  /** Processes that had ended before their call. */
  readonly missed: number;
  readonly findings: readonly Findings[];
}

const program = fileURLToPath(new URL('../upgrades/open-home.ts', import.meta.url));

export async function upgradeKills(name: string, kills: number, draw: string): Promise<UpgradeKills> {
  const luck = luckOf(`${draw} ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'straylight-upgrade-calls-'));
  try {
    const log = join(folder, 'calls');
    const first = await upgrade(name, { before: home => void opened(home, countingArguments(log)) });
    const calls = countedCalls(log);
    const kinds = Object.keys(calls).filter(kind => (calls[kind] ?? 0) > 0);
    const findings = [first.findings];
    let missed = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const { findings: found } = await upgrade(name, {
        before(home) {
          // sometimes the process that would finish it dies as well
          for (let times = luck.once(3) ? 2 : 1; times > 0; times -= 1) {
            const kind = luck.pick(kinds);
            if (opened(home, killingArguments(kind, luck.between(1, calls[kind] ?? 1))) !== 'SIGKILL') missed += 1;
          }
        },
      });
      findings.push(found);
    }
    return { kills, missed, findings };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Opens the home in a process of its own; answers by which signal it ended. */
function opened(home: string, [tracer = '', ...under]: readonly string[]): NodeJS.Signals | null {
  const words = [...under, process.execPath, '--conditions=development', program, home];
  const { signal, status, stderr } = spawnSync(tracer, words, { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
  if (signal === null && status !== 0) throw new Error(`the home was not opened: ${stderr.trim().slice(-1000)}`);
  return signal;
}
