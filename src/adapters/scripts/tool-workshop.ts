/**
 * Making, changing and taking back the agent's own tools, one change at a time.
 *
 * A candidate is tried beside the tool that works, and takes its place only when it has passed.
 */
import { fault } from '../../domain/supervision/failure.ts';
import { nearDuplicates } from '../../domain/tools/near-duplicates.ts';
import { type ScriptTool, writeScriptTool } from '../../domain/tools/script-tool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor } from '../../ports/executor.ts';
import type { ToolFacts, ToolLedger } from '../../ports/ledgers/tool.ts';
import { argumentsSchema } from '../toolbox/arguments.ts';
import { syntaxProblem } from './python-syntax.ts';
import { runScript, type ScriptOutcome } from './script-tool-run.ts';
import type { ScriptsFolder } from './scripts-folder.ts';
import type { ScriptVersion } from './scripts-repository.ts';
import type { ToolRegistry } from './tool-registry.ts';
import { hashOf, type ToolContent, type ToolVersions } from './tool-versions.ts';

export interface ToolWorkshop {
  make(draft: ToolDraft, signal: AbortSignal, alive?: () => void): Promise<MadeTool>;
  /** Takes back the last change, or goes to the version that is named (a commit, seven characters at least). */
  revert(name: string, version: string | undefined, by: 'agent' | 'owner'): Promise<RevertedTool>;
  /** Answers the commit; its history stays. */
  remove(name: string): Promise<string | undefined>;
}

export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  readonly parameters: ScriptTool['parameters'];
  readonly timeoutSeconds: number;
  readonly implementation: string;
  /** Arguments it is tried with; without them it counts as untested. */
  readonly testInput?: unknown;
}

/** Where it is not `ok`, nothing was changed. */
export type MadeTool = NewTool | RefusedTool;

export interface NewTool {
  readonly ok: true;
  readonly isNew: boolean;
  readonly commit: string | undefined;
  readonly version: number;
  readonly test?: ScriptOutcome;
  readonly alike: readonly { readonly name: string; readonly description: string }[];
  /** It is there and stays out of use. */
  readonly outOfUse?: 'disabled' | 'quarantined';
}

export interface RefusedTool {
  readonly ok: false;
  readonly problem: string;
  readonly test?: ScriptOutcome;
}

export interface RevertedTool {
  readonly commit: string | undefined;
  readonly version: number;
  /** Where its content is from. */
  readonly from: ScriptVersion;
  readonly trusted: boolean;
}

export interface ToolWorkshopOptions {
  readonly folder: Pick<ScriptsFolder, 'write' | 'remove'>;
  readonly versions: ToolVersions;
  readonly registry: Pick<ToolRegistry, 'entries' | 'reload'>;
  readonly ledger: ToolLedger;
  readonly executor: Executor;
  readonly clock: Clock;
  /** What a new tool may be much like, beside its own kind. */
  readonly builtIn: readonly { readonly name: string; readonly description: string }[];
}

export function toolWorkshop(options: ToolWorkshopOptions): ToolWorkshop {
  const { folder, versions, registry, ledger, executor, clock, builtIn } = options;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  }

  async function make(draft: ToolDraft, signal: AbortSignal, alive?: () => void): Promise<MadeTool> {
    const { name, testInput, implementation } = draft;
    const tool: ScriptTool = { ...draft, program: `${name}.py` };
    const owner = registry.entries().find(entry => entry.name !== name && entry.program === tool.program);
    if (owner) return refused(`${tool.program} is the program of the tool ${owner.name}; choose another name`);
    const wrong = await syntaxProblem(executor, { file: tool.program, source: implementation, signal });
    if (wrong !== undefined) return refused(`The implementation is not valid Python:\n${wrong}`);
    const test = testInput === undefined ? undefined : await tried(tool, implementation, testInput, { signal, alive });
    if (typeof test === 'string') return refused(test);
    if (test && !test.ok) return { ...refused('The test did not pass.'), test };
    signal.throwIfAborted();

    const isNew = registry.reload(name) === undefined;
    const content = { tool, schema: Buffer.from(writeScriptTool(tool)), program: Buffer.from(implementation) };
    const hash = hashOf(content);
    const { enabled, quarantined } = ledger.get(name);
    // the code that failed does not come back by being written once more, unless it has now passed
    const isAside = quarantined === hash && !test;
    const placed = await place(content, `${isNew ? 'create' : 'update'} tool: ${name}`, {
      pinned: hash,
      ...(test ? { tested: hash, failuresInRow: 0 } : {}),
      ...(isAside ? {} : { quarantined: undefined, reason: undefined }),
    });
    const others = [...builtIn, ...registry.entries().flatMap(entry => entry.tool ?? [])];
    return {
      ok: true,
      isNew,
      ...placed,
      alike: nearDuplicates(tool, others).slice(0, 3),
      ...(test ? { test } : {}),
      ...(enabled ? (isAside ? { outOfUse: 'quarantined' } : {}) : { outOfUse: 'disabled' }),
    };
  }

  /** Runs a candidate under a name that nothing else has; a text says why it could not be tried. */
  async function tried(
    tool: ScriptTool,
    source: string,
    input: unknown,
    { signal, alive }: { readonly signal: AbortSignal; readonly alive: (() => void) | undefined },
  ): Promise<ScriptOutcome | string> {
    const judged = argumentsSchema(tool.parameters).safeParse(input);
    if (!judged.success) {
      const faults = judged.error.issues.slice(0, 5);
      const told = faults.map(({ path, message }) => `${path.join('.') || 'test_input'}: ${message}`);
      return `The test input does not fit the parameters. ${told.join('. ')}.`;
    }
    const file = `.try-${clock.id()}.py`;
    folder.write(file, source, true);
    try {
      return await runScript(executor, { tool, file, args: judged.data, signal, alive });
    } finally {
      folder.remove(file);
    }
  }

  /** What is decided about a content stands before anybody notices the content. */
  async function place(content: ToolContent, message: string, facts: ToolFacts) {
    const { name } = content.tool;
    const { commit, history } = await versions.install(content, message);
    const version = history.length;
    const made = { version, commit: history[0]?.commit, changedAt: clock.now() };
    ledger.change(name, { seen: hashOf(content), problem: undefined, ...made, ...facts });
    registry.reload(name);
    return { commit, version };
  }

  async function revert(name: string, wanted: string | undefined, by: 'agent' | 'owner'): Promise<RevertedTool> {
    registry.reload(name);
    await versions.keep(name);
    const history = await versions.history(name);
    const record = ledger.get(name);
    for (const from of history) {
      if (wanted === undefined ? versions.isNow(name, from) : !from.commit.startsWith(wanted)) continue;
      const content = await versions.at(name, from);
      if (!content) continue;
      const hash = hashOf(content);
      const isKnownBad = record.quarantined === hash || (record.seen === hash && record.problem !== undefined);
      if (isKnownBad && wanted === undefined) continue;
      // a version that was only found in the folder is not vouched for by being old
      const trusted = by === 'owner' || history.some(one => isMade.test(one.subject) && sameBlobs(one, from));
      const hasWorked = ledger.runs(name, 100).some(run => run.ok && run.hash === hash);
      const placed = await place(content, `revert tool: ${name}`, {
        quarantined: undefined,
        reason: undefined,
        failuresInRow: 0,
        ...(trusted ? { pinned: hash } : {}),
        ...(hasWorked ? { tested: hash } : {}),
      });
      return { ...placed, from, trusted };
    }
    throw fault('invalid', noVersion(name, wanted, history));
  }

  async function remove(name: string): Promise<string | undefined> {
    if (!registry.reload(name)) throw fault('invalid', `there is no tool ${name}`);
    const commit = await versions.remove(name, `delete tool: ${name}`);
    const { enabled } = ledger.get(name);
    ledger.remove(name);
    // what the owner has switched off does not come back by being written anew
    if (!enabled) ledger.change(name, { enabled });
    registry.reload(name);
    return commit;
  }

  return {
    make: (draft, signal, alive) => inTurn(() => make(draft, signal, alive)),
    revert: (name, version, by) => inTurn(() => revert(name, version, by)),
    remove: name => inTurn(() => remove(name)),
  };
}

/** Commits of content that came by way of `create_tool`. */
const isMade = /^(create|update) tool: /;

function sameBlobs({ blobs: a }: ScriptVersion, { blobs: b }: ScriptVersion): boolean {
  const files = Object.keys(a);
  return files.length === Object.keys(b).length && files.every(file => a[file] === b[file]);
}

function noVersion(name: string, wanted: string | undefined, history: readonly ScriptVersion[]): string {
  if (history.length === 0) return `there is no tool ${name}, and there never was one`;
  if (wanted === undefined) return `${name} has no other version that could work; write it anew with create_tool`;
  const known = history.slice(0, 10).map(({ commit }) => commit.slice(0, 7));
  return `${name} has no usable version ${wanted.slice(0, 40)}; its versions are ${known.join(', ')}`;
}

function refused(problem: string): RefusedTool {
  return { ok: false, problem };
}
