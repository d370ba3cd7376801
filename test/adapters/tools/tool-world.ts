/** A tool library on real files, with real git, SQLite and the executor of this machine. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { openDatabase } from '../../../src/adapters/stores/sqlite/database.ts';
import { sqliteToolLedger } from '../../../src/adapters/stores/sqlite/ledgers/tools.ts';
import { type ToolLibrary, type ToolLibraryOptions, toolLibrary } from '../../../src/adapters/toolbox/tool-library.ts';
import { judge } from '../../../src/domain/policy/policy.ts';
import { type FrozenCall, isMalformed, type ResolvedCall } from '../../../src/domain/tools/tool.ts';
import type { Executor } from '../../../src/ports/executor.ts';
import type { RunningTool, ToolOutput } from '../../../src/ports/tool.ts';
import { openChosen } from '../executors/open-chosen.ts';

export interface ToolWorld {
  readonly home: string;
  readonly scripts: string;
  readonly repository: string;
  readonly executor: Executor;
  /** What the owner was told. */
  readonly reports: readonly string[];
  readonly ledger: ReturnType<typeof sqliteToolLedger>;
  /** As at a start of the program: a new library over what is there. The one before is closed. */
  open(more?: Partial<ToolLibraryOptions>): Promise<ToolLibrary>;
  readonly library: ToolLibrary;
  resolve(name: string, args: unknown): ResolvedCall;
  freeze(name: string, args: unknown): FrozenCall;
  /** Runs a frozen call as the host does. */
  run(call: FrozenCall, signal?: AbortSignal): Promise<ToolOutput>;
  use(name: string, args: unknown): Promise<ToolOutput>;
  /** Would the owner be asked? */
  asks(name: string, args: unknown): boolean;
  save(file: string, content: string, mode?: number): void;
  /** Resolves when a line of log or report fits, now or later. */
  reported(words: RegExp): Promise<string>;
  /** The same, but only a line that is still to come. */
  next(words: RegExp): Promise<string>;
  offered(words?: string): readonly string[];
  close(): Promise<void>;
}

export async function toolWorld(given?: Executor): Promise<ToolWorld> {
  const home = mkdtempSync(join(tmpdir(), 'straylight tools '));
  const scripts = join(home, 'scripts');
  const repository = join(home, 'scripts.git');
  const workspace = join(home, 'workspace');
  for (const folder of [scripts, workspace]) mkdirSync(folder);
  const executor =
    given ??
    (await openChosen({
      workspace,
      scripts,
      limits: { ...defaultLimits, maxOutputBytes: 20_000 },
      clock: systemClock,
    }));
  const database = openDatabase({ file: join(home, 'straylight.db'), synchronous: 'normal', now: Date.now });
  const ledger = sqliteToolLedger(database);
  const reports: string[] = [];
  const lines: string[] = [];
  const waiting = new Set<{ readonly words: RegExp; readonly done: (line: string) => void }>();
  let library: ToolLibrary | undefined;
  let calls = 0;

  function hear(line: string): void {
    lines.push(line);
    for (const one of waiting)
      if (one.words.test(line)) {
        waiting.delete(one);
        one.done(line);
      }
  }

  const world: ToolWorld = {
    home,
    scripts,
    repository,
    executor,
    reports,
    ledger,
    async open(more = {}) {
      await library?.close();
      library = toolLibrary({
        scripts,
        repository,
        executor,
        ledger,
        builtIn: [],
        most: 20,
        language: 'en',
        clock: systemClock,
        redact: text => text.replaceAll('s3cret', '[secret]'),
        report: (_, text) => {
          reports.push(text);
          hear(text);
        },
        log: (_, text) => hear(text),
        ...more,
      });
      await library.start();
      return library;
    },
    get library() {
      if (!library) throw new Error('open it first');
      return library;
    },
    resolve: (name, args) =>
      world.library.toolbox.resolve({ callId: `c${++calls}`, name, arguments: JSON.stringify(args) }),
    freeze(name, args) {
      const call = world.resolve(name, args);
      if (isMalformed(call)) throw new Error(call.problem);
      return call;
    },
    async run(call, signal = new AbortController().signal) {
      const { tool, args } = world.library.toolbox.open(call, String(call.arguments));
      const context = {
        session: 'session:terminal:main',
        turn: 't1',
        call: `tool-call:${++calls}`,
        taint: 'owner' as const,
        signal,
        progress: () => {},
      };
      return (tool as RunningTool).run(args, context);
    },
    use: (name, args) => world.run(world.freeze(name, args)),
    asks: (name, args) => judge(world.freeze(name, args), { taint: 'owner' }).verdict === 'ask',
    save: (file, content, mode = 0o644) => writeFileSync(join(scripts, file), content, { mode }),
    reported(words) {
      const line = lines.find(one => words.test(one));
      return line === undefined ? world.next(words) : Promise.resolve(line);
    },
    next: words => new Promise(done => waiting.add({ words, done })),
    offered: (words = '') =>
      world.library.toolbox
        .offer(words)
        .specs.map(({ name }) => name)
        .filter(name => !makers.includes(name)),
    async close() {
      await library?.close();
      if (!given) await executor.close();
      database.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
  return world;
}

const makers = ['create_tool', 'delete_tool', 'revert_tool', 'show_tool'];

/** The arguments of `create_tool` for a small Python tool. */
export function draft(name: string, description: string, body: string, more: { readonly test_input?: object } = {}) {
  return {
    name,
    description,
    parameters_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    implementation: `#!/usr/bin/env python3\nimport json, sys\n\nargs = json.load(sys.stdin)\n${body}\n`,
    timeout_secs: 20,
    ...more,
  };
}

export const wordCount = draft(
  'word_count',
  'Counts the words of a text.',
  'print(json.dumps({"words": len(args["text"].split())}))',
  { test_input: { text: 'one two three' } },
);
