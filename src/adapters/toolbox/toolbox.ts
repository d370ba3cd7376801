/** The tools on offer now, and the one place where a model's words become a frozen call. */

import { hash } from 'node:crypto';
import { z } from 'zod';
import { gravest } from '../../domain/policy/finding.ts';
import { oneCommand } from '../../domain/policy/one-command.ts';
import type { ExecutorKind } from '../../domain/security/sandbox.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { altered } from '../../domain/supervision/failure-count.ts';
import { canonical, defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import { executorOf, judgedByOf } from '../../domain/tools/declaration.ts';
import { isToolName, toolNameRule } from '../../domain/tools/name.ts';
import { boundContent, type RunFile, withTexts } from '../../domain/tools/run-file.ts';
import { saidByIssue } from '../../domain/tools/said/issue.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import type { CallFacts, FrozenCall, MalformedCall, ResolvedCall, ToolSpec } from '../../domain/tools/tool.ts';
import type { AskingTool, DelegatingTool, RecordingTool, SourcedTool, Tool } from '../../ports/tool.ts';
import type { Offer, OpenedCall, Toolbox, ToolCallText } from '../../ports/toolbox.ts';
import { mustBeUnchanged } from '../run-files/unchanged.ts';
import { argumentsOf, parametersOf } from './arguments.ts';

const defaultTimeoutMs = 60_000;
/** What an intent may hold: one sentence of a card, never a text that would be stored apart. */
const intentLength = 300;
const problemLength = 600;
const longestCommand = 1800;
/** So many findings of a longer one are carried along. */
const mostFindings = 12;
const mostNames = 60;

/** A toolbox that never changes; `language`: in which the owner is told what a call will do. Throws `invalid` where two tools share a name or a name is none. */
export function createToolbox(tools: readonly Tool[], language: Language = 'en', executor?: ExecutorKind): Toolbox {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (!isToolName(tool.name))
      throw fault('invalid', `a tool's name is ${toolNameRule}; ${JSON.stringify(tool.name)} is not`);
    if (byName.has(tool.name)) throw fault('invalid', `two tools are named ${tool.name}; rename one`);
    byName.set(tool.name, tool);
  }
  const offer: Offer = { specs: tools.map(specOf), notes: '' };

  return {
    declared: tools,
    offer: () => offer,
    resolve(request) {
      const tool = byName.get(request.name);
      return tool ? freeze(tool, request, { language, executor }) : unknownTool(request, [...byName.keys()]);
    },
    open(call, text) {
      const tool = byName.get(call.tool);
      if (!tool) throw fault('invalid', `the tool ${call.tool} is no longer there`);
      return opened(tool, call, text, { executor });
    },
  };
}

/** What a call is frozen for, beside itself. */
export interface FrozenFor {
  /** Names the tool's code where it can change; it becomes part of what is frozen. */
  readonly version?: string | undefined;
  /** In which the owner is told what it will do. */
  readonly language?: Language;
  /** Where programs run. */
  readonly executor?: ExecutorKind | undefined;
}

/** One call of this tool, validated and frozen. */
export function freeze(
  tool: Tool | SourcedTool,
  { callId, arguments: text, session, said = [], link }: ToolCallText,
  { version, language = 'en', executor }: FrozenFor = {},
): ResolvedCall {
  const { name } = tool;
  const parsed = parse(tool, text);
  if ('problem' in parsed) return { callId, tool: name, ...parsed, problem: parsed.problem.slice(0, problemLength) };
  const { args } = parsed;
  const given = canonical(args);
  const { timeoutMs = defaultTimeoutMs, effect } = tool;
  const problem = tool.problem?.(args, session);
  if (problem !== undefined) {
    const { text, said } = typeof problem === 'string' ? { text: problem, said: undefined } : problem;
    return { callId, tool: name, problem: text.slice(0, problemLength), ...defined({ said }) };
  }
  const read = tool.runs?.(args) ?? [];
  const runs = read.map(({ text: _, ...file }) => file);
  const facts = judgeable(tool.facts?.(args, { session, said, link }) ?? {});
  const plain = tool.exact?.(args, { language, session });
  const exact = read.length === 0 ? plain : withTexts(plain ?? facts.command ?? given, read);
  return {
    callId,
    tool: name,
    arguments: given,
    digest: digestOf(name, given, version, runs),
    ...defined({ version }),
    effect,
    ...defined({ executor }),
    ...judgedByOf(tool),
    timeoutMs: typeof timeoutMs === 'function' ? timeoutMs(args) : timeoutMs,
    intent: bounded(tool.intent(args, language)),
    facts: {
      ...facts,
      ...defined({ runs: runs.length === 0 ? undefined : runs }),
    },
    ...defined({ exact }),
    ...answersOf(tool, args),
  };
}

/** What a call answers that runs nothing. */
function answersOf(
  tool: Tool | SourcedTool,
  args: Record<string, unknown>,
): Pick<FrozenCall, 'receipt' | 'taintedReceipt' | 'receiptSaid' | 'taintedSaid' | 'options'> {
  if (tool.effect === 'ask') {
    const { question, options } = tool as AskingTool;
    const offered = options?.(args) ?? [];
    return { receipt: question(args), ...defined({ options: offered.length === 0 ? undefined : offered }) };
  }
  if (tool.effect === 'delegate' || tool.effect === 'plan') return { receipt: (tool as DelegatingTool).work(args) };
  if (tool.effect !== 'record') return {};
  const { receipt, taintedReceipt } = tool as RecordingTool;
  const said = receipt(args);
  if (typeof said === 'string') return { receipt: said };
  return {
    receipt: answerOf(said).text,
    receiptSaid: said,
    ...defined({ taintedReceipt: taintedReceipt && answerOf(taintedReceipt).text, taintedSaid: taintedReceipt }),
  };
}

/**
 * The arguments of a frozen call, for this tool in this version. Throws `denied` where either is not what was frozen, a
 * file that it runs is not, or walls that it was judged for are no longer there; with the cause `altered` where that
 * cannot be a newer version of the tool, so that somebody has written to the record.
 */
export function opened(
  tool: Tool | SourcedTool,
  call: FrozenCall,
  text: string,
  { version, executor }: Pick<FrozenFor, 'version' | 'executor'> = {},
): OpenedCall {
  const before = executorOf(call);
  if (call.effect === 'act' && executor === 'direct' && before !== undefined && before !== 'direct')
    throw fault(
      'denied',
      `this call was judged for a sandbox (${before}), and there is none now; nothing was run. Call it again`,
      { changed: ['the sandbox'] },
    );
  const { runs } = call.facts;
  if (digestOf(call.tool, text, version, runs) !== call.digest)
    throw fault(
      'denied',
      version === undefined
        ? `the arguments of ${call.tool} are not those that were judged; nothing was run`
        : `the tool ${call.tool} has been changed since this call was judged, or its arguments were; nothing was run. Call it again`,
      isAltered(call, text, version) ? { cause: altered } : { changed: [call.tool] },
    );
  const parsed = parse(tool, text);
  if ('problem' in parsed) throw fault('invalid', parsed.problem);
  mustBeUnchanged(runs, tool.runs?.(parsed.args));
  return { tool, args: parsed.args };
}

/** Is the call another one than was frozen, whatever became of its tool? Of older calls the version is not known. */
function isAltered(call: FrozenCall, text: string, version: string | undefined): boolean {
  if (call.version === undefined && version !== undefined) return false;
  return digestOf(call.tool, text, call.version, call.facts.runs) !== call.digest;
}

/** What a model is told of a tool that this program brings. */
function specOf(tool: Tool): ToolSpec {
  return { name: tool.name, description: tool.description, parameters: parametersOf(tool) };
}

/** The answer to a name that no tool has. */
export function unknownTool({ callId, name: wanted }: ToolCallText, names: readonly string[]): MalformedCall {
  const name = wanted.slice(0, 64);
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  const there = `${names.slice(0, mostNames).join(', ')}${more}`;
  return { callId, tool: name, problem: `There is no tool named ${name}. There are: ${there}.` };
}

/** SHA-256, hex, over what will run. */
function digestOf(
  tool: string,
  argumentsText: string,
  version: string | undefined,
  runs: readonly RunFile[] = [],
): string {
  return hash('sha256', canonical({ tool, arguments: argumentsText, version, runs: boundContent(runs) }));
}

function parse(
  tool: Tool | SourcedTool,
  text: string,
): { readonly args: Record<string, unknown> } | Pick<MalformedCall, 'problem' | 'said'> {
  let value: unknown;
  try {
    value = JSON.parse(text === '' ? '{}' : text);
  } catch (error) {
    return {
      problem: `The arguments of ${tool.name} are not JSON (${(error as Error).message}). Call it again with one JSON object.`,
      said: [{ code: 'unfit' }],
    };
  }
  const schema = argumentsOf(tool);
  const result = schema.safeParse(value);
  if (result.success) return { args: result.data };
  const faults = result.error.issues.slice(0, 8).map(issue => {
    const { path, message } = issue;
    const what = issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys, path, schema) : message;
    return `${path.length > 0 ? path.join('.') : 'arguments'}: ${what}`;
  });
  const [issue] = result.error.issues;
  const said = result.error.issues.length === 1 && issue ? saidByIssue(issue) : undefined;
  return {
    problem: `The arguments of ${tool.name} do not fit. ${faults.join('. ')}. Correct them and call it again.`,
    said: [said ?? { code: 'unfit' }],
  };
}

function unknownKeys(keys: readonly string[], path: readonly PropertyKey[], schema: z.ZodType): string {
  const many = keys.length > 1;
  const there = path.length === 0 ? Object.keys(schema instanceof z.ZodObject ? schema.shape : {}) : [];
  return `${keys.map(key => JSON.stringify(key.slice(0, 60))).join(', ')} ${many ? 'are' : 'is'} not known here${there.length > 0 ? `; it takes ${there.join(', ')}` : ''}`;
}

/** Of a command so long that it would be stored apart, what the rules found in it is carried along instead. */
function judgeable(facts: CallFacts): CallFacts {
  const { command, ...others } = facts;
  if (command === undefined || Buffer.byteLength(command) <= longestCommand) return facts;
  return { ...others, found: gravest(oneCommand(command), mostFindings) };
}

function bounded(sentence: string): string {
  return sentence.length <= intentLength ? sentence : `${sentence.slice(0, intentLength - 1)}…`;
}
