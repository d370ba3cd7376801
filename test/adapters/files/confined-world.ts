/** Two real folders, something secret beside them, and the tools' way into them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { confinedFiles } from '../../../src/adapters/files/confined-files.ts';
import { confinedPaths } from '../../../src/adapters/files/confined-path.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';
import type { ConfinedFiles, Folders } from '../../../src/ports/files/confined.ts';
import type { RunningTool, Tool, ToolOutput } from '../../../src/ports/tool.ts';

export interface World {
  readonly root: string;
  readonly workspace: string;
  readonly scripts: string;
  readonly settings: string;
  /** A file outside of both, and what it holds. */
  readonly outside: string;
  readonly files: ConfinedFiles;
  /** Puts a file into the workspace by hand. */
  has(path: string, content: string | Buffer): string;
}

export const secret = 'the secret outside';

export interface WorldOptions {
  readonly seen?: Folders;
  readonly fromHandles?: boolean;
}

export function confinedWorld(t: Pick<TestContext, 'after'>, options: WorldOptions = {}): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'straylight-files-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [workspace, scripts, settings, outside] = ['workspace', 'scripts', 'settings', 'outside'].map(name =>
    join(root, name),
  ) as [string, string, string, string];
  for (const folder of [workspace, scripts, settings, outside]) mkdirSync(folder);
  writeFileSync(join(outside, 'secret.txt'), secret);
  const paths = confinedPaths({ folders: { workspace, scripts, settings }, ...options });
  return {
    root,
    workspace,
    scripts,
    settings,
    outside: join(outside, 'secret.txt'),
    files: confinedFiles(paths, systemClock),
    has(path, content) {
      const whole = join(workspace, path);
      mkdirSync(join(whole, '..'), { recursive: true });
      writeFileSync(whole, content);
      return whole;
    },
  };
}

/** Calls a tool as Straylight does: arguments checked first. Throws what the schema says of wrong ones. */
export async function use(
  tool: Tool,
  args: object,
  more: {
    readonly session?: string;
    readonly taint?: Taint;
    readonly signal?: AbortSignal;
    readonly progress?: (text: string) => void;
  } = {},
): Promise<ToolOutput> {
  const running = tool as RunningTool;
  return running.run(running.schema.parse(args), {
    session: more.session ?? 'session:web:main',
    turn: 'turn-1',
    call: 'tool-call:1',
    taint: more.taint ?? 'owner',
    signal: more.signal ?? new AbortController().signal,
    progress: more.progress ?? (() => {}),
  });
}
