/** The tools on offer now, and the one place where a model's words become a frozen call. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { fault } from '../machines/domain/failure.ts';
import { canonical, type JsonObject } from '../machines/domain/json.ts';
import type { CallFacts, FrozenCall, ResolvedCall, ToolSpec } from '../machines/domain/tool.ts';
import type { RecordingTool, Tool } from './tool.ts';

export interface Toolbox {
  readonly specs: readonly ToolSpec[];
  /** Validates and freezes one call; a wrong one becomes a text the model can act on. `arguments` is JSON text. */
  resolve(request: { readonly callId: string; readonly name: string; readonly arguments: string }): ResolvedCall;
  /** The tool and its arguments for a frozen call; throws `denied` where they are not what was frozen. */
  open(call: FrozenCall, argumentsText: string): { readonly tool: Tool; readonly args: Record<string, unknown> };
}

const defaultTimeoutMs = 60_000;
/** What an intent may hold: one sentence of a card, never a text that would be stored apart. */
const intentLength = 300;
const problemLength = 600;
const longestCommand = 1800;

/** Throws `invalid` where two tools share a name or a name is no snake_case. */
export function createToolbox(tools: readonly Tool[]): Toolbox {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    if (!/^[a-z][a-z0-9_]{0,63}$/.test(tool.name))
      throw fault(
        'invalid',
        `a tool's name is lower case letters, digits and underscores, at most 64; ${JSON.stringify(tool.name)} is not`,
      );
    if (byName.has(tool.name)) throw fault('invalid', `two tools are named ${tool.name}; rename one`);
    byName.set(tool.name, tool);
  }
  const specs = tools.map(({ name, description, schema }) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(schema, { io: 'input' }) as JsonObject;
    return { name, description, parameters };
  });

  return {
    specs,
    resolve({ callId, name: asked, arguments: text }) {
      const name = asked.slice(0, 64);
      const tool = byName.get(name);
      if (!tool)
        return {
          callId,
          tool: name,
          problem: `There is no tool named ${name}. There are: ${[...byName.keys()].join(', ')}.`,
        };
      const parsed = parse(tool, text);
      if ('problem' in parsed) return { callId, tool: name, problem: parsed.problem.slice(0, problemLength) };
      const { args } = parsed;
      const given = canonical(args);
      const { timeoutMs = defaultTimeoutMs, effect } = tool;
      const exact = tool.exact?.(args);
      const receipt =
        effect === 'record'
          ? (tool as RecordingTool).receipt(args)
          : effect === 'ask'
            ? tool.question(args)
            : undefined;
      return {
        callId,
        tool: name,
        arguments: given,
        digest: digestOf(name, given),
        effect,
        timeoutMs: typeof timeoutMs === 'function' ? timeoutMs(args) : timeoutMs,
        intent: bounded(tool.intent(args)),
        facts: judgeable(tool.facts?.(args) ?? {}),
        ...(exact === undefined ? {} : { exact }),
        ...(receipt === undefined ? {} : { receipt }),
      };
    },
    open(call, text) {
      const tool = byName.get(call.tool);
      if (!tool) throw fault('invalid', `the tool ${call.tool} is no longer there`);
      if (digestOf(call.tool, text) !== call.digest)
        throw fault('denied', `the arguments of ${call.tool} are not those that were judged; nothing was run`);
      const parsed = parse(tool, text);
      if ('problem' in parsed) throw fault('invalid', parsed.problem);
      return { tool, args: parsed.args };
    },
  };
}

/** SHA-256, hex, over what will run. */
function digestOf(tool: string, argumentsText: string): string {
  return hash('sha256', canonical({ tool, arguments: argumentsText }));
}

function parse(tool: Tool, text: string): { readonly args: Record<string, unknown> } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text === '' ? '{}' : text);
  } catch (error) {
    return {
      problem: `The arguments of ${tool.name} are not JSON (${(error as Error).message}). Call it again with one JSON object.`,
    };
  }
  const result = tool.schema.safeParse(value);
  if (result.success) return { args: result.data };
  const faults = result.error.issues
    .slice(0, 8)
    .map(({ path, message }) => `${path.length > 0 ? path.join('.') : 'arguments'}: ${message}`);
  return { problem: `The arguments of ${tool.name} do not fit. ${faults.join('. ')}. Correct them and call it again.` };
}

/** A command so long that it would be stored apart is not judged by its words: the policy asks for what it cannot read. */
function judgeable(facts: CallFacts): CallFacts {
  const { command, ...others } = facts;
  return command === undefined || Buffer.byteLength(command) <= longestCommand ? facts : others;
}

function bounded(sentence: string): string {
  return sentence.length <= intentLength ? sentence : `${sentence.slice(0, intentLength - 1)}…`;
}
