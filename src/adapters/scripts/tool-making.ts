/**
 * Makes a tool of the agent's draft, or changes one. The candidate is tried beside the tool that works, and takes its
 * place only when it has passed.
 */
import { type Sentence, says } from '../../domain/policy/sentence.ts';
import { nearDuplicates } from '../../domain/tools/near-duplicates.ts';
import { type ScriptTool, writeScriptTool } from '../../domain/tools/script-tool.ts';
import type { Executor } from '../../ports/executor.ts';
import type { ToolLedger } from '../../ports/ledgers/tool.ts';
import { syntaxProblem } from './python-syntax.ts';
import type { ScriptOutcome } from './script-tool-run.ts';
import type { InstallTool } from './tool-installation.ts';
import type { ToolRegistry } from './tool-registry.ts';
import type { ToolTrial } from './tool-trial.ts';
import { hashOf } from './tool-versions.ts';

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
  readonly problem: Sentence;
  readonly test?: ScriptOutcome;
}

export type MakeTool = (draft: ToolDraft, signal: AbortSignal, alive?: () => void) => Promise<MadeTool>;

export function toolMaking({
  registry,
  ledger,
  executor,
  builtIn,
  trial,
  install,
}: {
  readonly registry: Pick<ToolRegistry, 'entries' | 'reload'>;
  readonly ledger: Pick<ToolLedger, 'get'>;
  readonly executor: Executor;
  /** What a new tool may be much like, beside its own kind. */
  readonly builtIn: readonly { readonly name: string; readonly description: string }[];
  readonly trial: ToolTrial;
  readonly install: InstallTool;
}): MakeTool {
  return async (draft, signal, alive) => {
    const { name, testInput, implementation } = draft;
    const tool: ScriptTool = { ...draft, program: `${name}.py` };
    const owner = registry.entries().find(entry => entry.name !== name && entry.program === tool.program);
    if (owner) return refused(`${tool.program} is the program of the tool ${owner.name}; choose another name`);
    const wrong = await syntaxProblem(executor, { file: tool.program, source: implementation, signal });
    if (wrong !== undefined) return refused(says`The implementation is not valid Python:${`\n${wrong}`}`);
    const test = testInput === undefined ? undefined : await trial(tool, implementation, testInput, { signal, alive });
    if (typeof test === 'string') return refused(test);
    if (test && !test.ok) return { ...refused(says`The test did not pass.`), test };
    signal.throwIfAborted();

    const isNew = registry.reload(name) === undefined;
    const content = { tool, schema: Buffer.from(writeScriptTool(tool)), program: Buffer.from(implementation) };
    const hash = hashOf(content);
    const { enabled, quarantined } = ledger.get(name);
    // the code that failed does not come back by being written once more, unless it has now passed
    const isAside = quarantined === hash && !test;
    const tried = test ? { tested: hash, failuresInRow: 0 } : {};
    const back = isAside ? {} : { quarantined: undefined, reason: undefined };
    const change = { pinned: hash, ...tried, ...back };
    const installed = await install(content, `${isNew ? 'create' : 'update'} tool: ${name}`, change);
    const others = [...builtIn, ...registry.entries().flatMap(entry => entry.tool ?? [])];
    const use = enabled ? (isAside ? { outOfUse: 'quarantined' as const } : {}) : { outOfUse: 'disabled' as const };
    return {
      ok: true,
      isNew,
      ...installed,
      alike: nearDuplicates(tool, others).slice(0, 3),
      test,
      ...use,
    };
  };
}

function refused(problem: Sentence): RefusedTool {
  return { ok: false, problem };
}
