/**
 * A tool the agent has written, as a tool like any other: judged by policy, shown to the owner, run where commands run.
 */
import { outputTaint } from '../../domain/policy/taint.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import type { ScriptTool } from '../../domain/tools/script-tool.ts';
import type { Executor } from '../../ports/executor.ts';
import type { SourcedTool, ToolContext, ToolOutput } from '../../ports/tool.ts';
import { graceMs } from '../executors/processes/process-group.ts';
import { runScript, type ScriptOutcome } from './script-tool-run.ts';
import type { ToolEntry } from './tool-entry.ts';

export function scriptTool(
  entry: ToolEntry & { readonly tool: ScriptTool },
  options: {
    readonly executor: Executor;
    /** Its content is the one that was committed or allowed. */
    readonly trusted: boolean;
    /** The tool's files as they are at this very moment. */
    readonly now: () => ToolEntry | undefined;
    /** Called before it runs. */
    readonly starting: () => void;
    /** Counts the run and answers what the model should know beside the result. */
    readonly ended: (outcome: ScriptOutcome, context: ToolContext) => string | undefined;
  },
): SourcedTool {
  const { tool, hash } = entry;
  const { executor, trusted } = options;
  return {
    name: tool.name,
    description: describe(tool.description, trusted),
    parameters: tool.parameters,
    effect: 'act',
    // its own deadline comes first, so that what it wrote until then is not lost
    timeoutMs: tool.timeoutSeconds * 1000 + graceMs + 5000,
    intent: (_, language) => {
      const say = intentTexts(language);
      return trusted ? say.useTool(tool.name, tool.description) : say.trustTool(tool.name);
    },
    exact: args => (trusted ? undefined : wholeTool(entry, args)),
    facts: () => ({ executor: executor.kind, trusted }),
    async run(args, context): Promise<ToolOutput> {
      if (options.now()?.hash !== hash)
        throw fault(
          'denied',
          `the tool ${tool.name} has just been changed; nothing was run. Look at it, then call it again`,
          { cause: 'unrun' },
        );
      options.starting();
      const { signal, progress, alive } = context;
      const outcome = await runScript(executor, { tool, args, signal, progress, alive });
      const more = options.ended(outcome, context);
      return {
        text: [shown(tool.name, outcome), more].filter(text => text !== undefined).join('\n\n'),
        failed: !outcome.ok,
        taint: outcome.ok ? outputTaint(outcome.text) : 'external',
      };
    },
  };
}

/** What the model reads first. Words that nobody has vouched for are not shown: they could say anything. */
export function describe(description: string, trusted: boolean): string {
  return trusted
    ? description
    : 'New or changed by other means than create_tool: the owner is asked before it runs, and its own description is shown once that is approved. show_tool shows its code.';
}

function shown(name: string, { ok, text, error }: ScriptOutcome): string {
  if (ok) return text;
  return [`${name} failed: ${error}`, ...(text === '' ? [] : [`--- its output until then ---\n${text}`])].join('\n');
}

/** All that would run, for the owner to decide on. */
function wholeTool(
  { tool, program, source }: ToolEntry & { readonly tool: ScriptTool },
  args: Record<string, unknown>,
): string {
  return [
    `── arguments ──\n${JSON.stringify(args, null, 2)}`,
    `── ${program} ──\n${source ?? '(not a text, so it cannot be shown)'}`,
    `── its description ──\n${tool.description}\n${JSON.stringify(tool.parameters, null, 2)}`,
  ].join('\n\n');
}
