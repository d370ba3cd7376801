/**
 * Hooks as gates: before a tool runs, before a message counts, before a reply goes out; and what a hook says behind a
 * tool's result.
 *
 * One that is not trusted with what it runs now does not run, and blocks what it is for. An exit code other than 0 and 2
 * blocks nothing, as in the programs these files are for; no answer in time does.
 */
import { homedir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { hookAnswer } from '../../domain/hooks/answer.ts';
import type { Hook, HookAnswer } from '../../domain/hooks/hook.ts';
import { ourInput, theirInput, theirName } from '../../domain/hooks/tool-names.ts';
import type { GateAnswer, GatePoint, Subject } from '../../domain/policy/gates.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Gate } from '../../ports/gate.ts';
import { linearPattern } from '../gates/pattern.ts';
import { runHook } from './hook-run.ts';
import type { HookTrust } from './hook-trust.ts';

export interface HookGateOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly trust: Pick<HookTrust, 'look'>;
  /** The workspace, as it lies on the disk. */
  readonly workspace: string;
  readonly searchPath: readonly string[];
  /** A hook that ended with another exit code than 0 and 2. */
  readonly onFailed: (hook: string, why: string) => void;
}

const points: Readonly<Partial<Record<Hook['event'], GatePoint>>> = {
  PreToolUse: 'tool',
  UserPromptSubmit: 'input',
  Stop: 'output',
};

/** A gate for each hook that stands before something. Throws `invalid` for a matcher that cannot be read. */
export function hookGates(hooks: readonly Hook[], options: HookGateOptions): readonly Gate[] {
  const stopped = new Set<string>();
  return hooks.flatMap(hook => {
    const on = points[hook.event];
    return on === undefined ? [] : [gateOf(hook, on, options, stopped)];
  });
}

function gateOf(hook: Hook, on: GatePoint, options: HookGateOptions, stopped: Set<string>): Gate {
  const isTool = on === 'tool' ? matches(hook.matcher) : undefined;
  return {
    rule: {
      name: hook.id,
      on,
      scope: { tools: [], hosts: [], paths: [], ...defined({ isTool }) },
      onBlock: on === 'output' ? 'rephrase' : 'respond',
      binds: true,
    },
    async check(subject, signal) {
      const isAgain = on === 'output' && stopped.delete(subject.session);
      const input = {
        ...inputOf(hook, subject, options.workspace),
        ...defined({ stop_hook_active: on === 'output' ? isAgain : undefined }),
      };
      const answer = await answerOf(hook, input, options, signal);
      if (answer.decision === 'block' && on === 'output') stopped.add(subject.session);
      return gateAnswer(answer, subject, options.workspace);
    },
  };
}

/** What hooks for the end of a tool say of its result, together. */
export function afterTool(hooks: readonly Hook[], options: HookGateOptions) {
  const all = hooks
    .filter(({ event }) => event === 'PostToolUse')
    .map(hook => ({ hook, isTool: matches(hook.matcher) }));
  return async (
    call: { readonly session: string; readonly tool: string; readonly args: JsonObject },
    result: { readonly text: string; readonly failed: boolean },
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const notes: string[] = [];
    for (const { hook, isTool } of all) {
      if (!isTool(call.tool)) continue;
      const input = {
        ...callInput(hook, call, options.workspace),
        tool_response: { output: result.text, success: !result.failed },
      };
      const { decision, reason, addition } = await answerOf(hook, input, options, signal);
      if (decision === 'block') notes.push(reason);
      if (addition !== '') notes.push(addition);
    }
    return notes;
  };
}

/** Why a conversation is not to be summarised now; undefined: no hook is against it. */
export function beforeCompaction(hooks: readonly Hook[], options: HookGateOptions) {
  const all = hooks.filter(({ event }) => event === 'PreCompact');
  return async (session: string, signal: AbortSignal): Promise<string | undefined> => {
    for (const hook of all) {
      const input = { ...commonInput(hook, session, options.workspace), trigger: 'auto', custom_instructions: '' };
      const { decision, reason } = await answerOf(hook, input, options, signal);
      if (decision === 'block') return reason;
    }
    return undefined;
  };
}

async function answerOf(hook: Hook, input: object, options: HookGateOptions, signal: AbortSignal): Promise<HookAnswer> {
  const { trust, clock, workspace: project, searchPath, onFailed } = options;
  const { state } = trust.look(hook);
  if (state !== 'trusted') {
    const why = state === 'new' ? 'is new' : 'has changed';
    const reason = `the hook ${hook.id} ${why}; its owner allows what it runs with "straylight hooks trust ${hook.id}"`;
    return { decision: 'block', reason, addition: '' };
  }
  const end = await runHook(hook, input, { clock, home: homedir(), project, searchPath }, signal);
  const answer = hookAnswer(hook.event, end);
  if (answer.failed !== undefined) onFailed(hook.id, answer.failed);
  return answer;
}

function inputOf(hook: Hook, { session, text, tool, args = {} }: Subject, workspace: string): object {
  if (tool !== undefined) return callInput(hook, { session, tool, args }, workspace);
  const said = hook.event === 'UserPromptSubmit' ? { prompt: text } : { last_assistant_message: text };
  return { ...commonInput(hook, session, workspace), ...said };
}

function callInput(
  hook: Hook,
  { session, tool, args }: { readonly session: string; readonly tool: string; readonly args: JsonObject },
  workspace: string,
): object {
  return {
    ...commonInput(hook, session, workspace),
    tool_name: theirName(tool),
    tool_input: theirInput(tool, args, path => placed(path, workspace)),
  };
}

/** `session_id` is our address of the conversation; there is no transcript in a file. */
function commonInput(hook: Hook, session: string, workspace: string): object {
  return {
    session_id: session,
    transcript_path: null,
    cwd: workspace,
    permission_mode: 'default',
    hook_event_name: hook.event,
  };
}

function placed(path: string, workspace: string): string {
  if (path === '/workspace' || path.startsWith('/workspace/')) return join(workspace, path.slice('/workspace'.length));
  return isAbsolute(path) ? path : join(workspace, path);
}

function unplaced(path: string, workspace: string): string {
  return isAbsolute(path) && !relative(workspace, path).startsWith('..') ? relative(workspace, path) || '.' : path;
}

/** An `allow` allows nothing here: what the rules ask about is asked. */
function gateAnswer({ decision, reason, input }: HookAnswer, { tool }: Subject, workspace: string): GateAnswer {
  const verdict = decision === 'block' ? 'block' : decision === 'ask' ? 'require_approval' : 'pass';
  const args =
    input && tool !== undefined ? ourInput(tool, input as JsonObject, path => unplaced(path, workspace)) : undefined;
  return {
    verdict,
    ...defined({ reason: reason === '' ? undefined : reason, changes: args && { tool_args: args } }),
  };
}

/** Empty or `*`: all tools. Names with `|` are compared whole, anything else is a pattern; by our names, too. */
function matches(matcher: string): (tool: string) => boolean {
  if (matcher === '' || matcher === '*') return () => true;
  const names = /^[\w|-]+$/.test(matcher) ? new Set(matcher.split('|')) : undefined;
  const fits = names ? (name: string) => names.has(name) : linearPattern(`^(?:${matcher})$`);
  return tool => fits(theirName(tool)) || fits(tool);
}
