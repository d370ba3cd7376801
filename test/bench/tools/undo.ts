/**
 * What keeping the workspace costs a turn, on 10 000 files and 1 GB: what the call waits for, what is done in all, and
 * what it takes of the disk.
 */
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { keptWorkspace } from '../../../src/adapters/undo/kept-workspace.ts';
import { inEnglish, type Sentence } from '../../../src/domain/policy/sentence.ts';
import { type Bench, median, middleHalf } from '../figure.ts';

const [folders, filesEach, fileBytes, turns] = [200, 50, 100_000, 21];
const megabyte = 2 ** 20;

export const undo: Bench = {
  name: 'undo',
  title: 'Keeping a workspace of 10 000 files and 1 GB for undo',
  async run() {
    const home = mkdtempSync(join(tmpdir(), 'straylight-bench-undo-'));
    const [workspace, store] = [join(home, 'workspace'), join(home, 'undo')];
    const bounds = {
      maxBytes: 4_096 * megabyte,
      maxFileBytes: 256 * megabyte,
      maxEntries: 200_000,
      maxAgeMs: 86_400_000,
    };
    const report = (said: Sentence) => assertNever(inEnglish(said));
    const kept = keptWorkspace({
      workspace,
      folder: store,
      bounds,
      key: 'a key of the bench',
      clock: systemClock,
      waitMs: 600_000,
      report,
    });
    try {
      furnish(workspace);
      const firstMs = await timed(() => kept.begin(callOf(0)));
      kept.end(callOf(0));
      await kept.service.list();
      const first = sizeOf(store);
      const [waits, alls]: [number[], number[]] = [[], []];
      for (let turn = 1; turn <= turns; turn++) {
        const waited = await timed(() => kept.begin(callOf(turn)));
        change(workspace, turn);
        kept.end(callOf(turn));
        waits.push(waited);
        alls.push(waited + (await timed(() => kept.service.list())));
      }
      const more = (sizeOf(store) - first) / turns;
      const bare = median(Array.from({ length: 5 }, () => lookedAt(workspace)));
      const yardstick = `one bare lstat for each file: ${bare.toFixed(1)} ms`;
      const middle = { yardstick, unit: 'ms' as const };
      return [
        {
          name: 'a turn waits before its first writing call',
          value: median(waits),
          atMost: 50,
          ...middle,
          spread: middleHalf(waits),
        },
        {
          name: 'both looks of a turn, the second unwaited for',
          value: median(alls),
          ...middle,
          spread: middleHalf(alls),
        },
        { name: 'the first time', value: firstMs / 1_000, unit: 's', yardstick: 'once, at the start of the program' },
        {
          name: 'disk after the first time',
          value: first / megabyte,
          unit: 'MB',
          yardstick: 'of 954 MB, half of it random',
        },
        {
          name: 'more disk a turn',
          value: more / megabyte,
          unit: 'MB',
          atMost: 9.5,
          yardstick: '1 % of the workspace',
        },
      ];
    } finally {
      await kept.close();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

/** Half of each file is noise, half is words, as in many folders. */
function furnish(workspace: string): void {
  const noise = Buffer.alloc(fileBytes / 2);
  for (let at = 0, state = 1; at < noise.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    noise[at] = state >>> 24;
  }
  const words = Buffer.alloc(fileBytes / 2, 'words that come again and again, ');
  for (let folder = 0; folder < folders; folder++) {
    const path = join(workspace, `area-${folder % 20}`, `folder-${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < filesEach; file++) {
      noise.writeUInt32LE(folder * filesEach + file, 0);
      writeFileSync(join(path, `file-${file}.dat`), Buffer.concat([noise, words]));
    }
  }
}

/** Ten files written to, one made, one deleted. */
function change(workspace: string, turn: number): void {
  for (let file = 0; file < 10; file++)
    appendFileSync(join(workspace, 'area-1', 'folder-1', `file-${file}.dat`), `turn ${turn}\n`);
  writeFileSync(join(workspace, 'area-2', `made-${turn}`), `${turn}`);
  rmSync(join(workspace, 'area-3', 'folder-3', `file-${turn}.dat`));
}

function callOf(turn: number) {
  return { call: `call:${turn}`, turn: `turn:${turn}`, session: 'session:bench', what: 'Change some files.' };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const from = systemClock.elapsed();
  await act();
  return systemClock.elapsed() - from;
}

function lookedAt(folder: string): number {
  const from = systemClock.elapsed();
  const look = (path: string) => {
    for (const name of readdirSync(path)) if (lstatSync(`${path}/${name}`).isDirectory()) look(`${path}/${name}`);
  };
  look(folder);
  return systemClock.elapsed() - from;
}

/** What it takes of the disk. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(join(folder, name)).blocks * 512,
    0,
  );
}

function assertNever(text: string): never {
  throw new Error(`nothing was to be told, got: ${text}`);
}
