/**
 * Port: one named capability the model may ask for.
 *
 * The contract:
 * - `schema` decides what arguments are valid; a tool is never run with others. Its JSON Schema is what the model sees.
 * - `effect` is declared, without a default (src/domain/tools/tool.ts says what each means).
 * - `read` and `act` tools implement `run`; a `record` tool implements `record`, which is called inside the transaction
 *   of the step, synchronously, and answers `receipt`; an `ask` tool has a `question`, a `delegate` tool `work`.
 * - A result the model should see as a failure (exit code, nothing found) is returned with `failed`, not thrown; a
 *   thrown `Fault` means that the tool itself could not do its work.
 * - Output longer than the limit is cut by the host, not by the tool, except where only the tool can keep head and
 *   tail.
 */

import type { z } from 'zod';
import type { LinkVerdict } from '../domain/egress/shown-links.ts';
import type { Taint } from '../domain/policy/taint.ts';
import type { JsonObject } from '../domain/text/json.ts';
import type { Language } from '../domain/text/texts.ts';
import type { ToolDeclaration } from '../domain/tools/declaration.ts';
import type { ShownFile } from '../domain/tools/run-file.ts';
import type { Said } from '../domain/tools/said/texts.ts';
import type { CallFacts } from '../domain/tools/tool.ts';

/** What a tool is told about the call it serves. */
export interface ToolContext {
  readonly session: string;
  readonly turn: string;
  /** The address of the tool call: unique, and the key under which an act happens at most once. */
  readonly call: string;
  /** How far the conversation is trusted that asks for it. */
  readonly taint: Taint;
  /** What was stated of the call when it was judged, before a restart, too. */
  readonly facts?: CallFacts;
  readonly signal: AbortSignal;
  /** Tells clients that watch that the work goes on; never stored. */
  readonly progress: (text: string) => void;
  /**
   * A sign of life without a word. A run that gives neither for long is taken for one that hangs: the owner is asked,
   * then it is cancelled.
   */
  readonly alive?: () => void;
}

/** What a tool answers. */
export interface ToolOutput {
  readonly text: string;
  /** The same as data, for the owner in his language; absent: he reads `text`. */
  readonly said?: readonly Said[];
  readonly failed?: boolean;
  readonly taint?: Taint;
}

/** The conversation a call comes from, as far as facts about the call depend on it. */
export interface Asker {
  /** Its address; absent: the call comes from none. */
  readonly session?: string | undefined;
  /** What the owner himself typed of what the model was shown. */
  readonly said: readonly string[];
  /**
   * May this address be read unasked as a link of a page that was read in it? A yes is counted. None may be, if left
   * out.
   */
  readonly link?: ((url: string) => LinkVerdict | undefined) | undefined;
}

/** For whom a call is put into words: the language of the owner, and the conversation the call comes from. */
export interface Shown {
  readonly language: Language;
  readonly session?: string | undefined;
}

interface ToolBase<Schema extends z.ZodObject> extends ToolDeclaration {
  /** What it does and when to use it, for the model. */
  readonly description: string;
  readonly schema: Schema;
  /** The deadline of one run; the default is 60 000. */
  readonly timeoutMs?: number | ((args: z.infer<Schema>) => number);
  /**
   * What is wrong with arguments that fit the schema, in this conversation and at this moment, for the model, and for its
   * owner where there is `said`; the call is refused then. It is not asked again where the call runs later.
   */
  readonly problem?: (
    args: z.infer<Schema>,
    session: string | undefined,
  ) => string | Pick<ToolOutput, 'text' | 'said'> | undefined;
  /** What this very call will do, in one sentence for the owner, and in the owner's language; English if left out. */
  readonly intent: (args: z.infer<Schema>, language?: Language) => string;
  /** Exactly what will run, where the arguments alone do not show it well; the owner decides on this text. */
  readonly exact?: (args: z.infer<Schema>, shown?: Shown) => string | undefined;
  /**
   * What the policy should know of this very call. Some facts let an act run without a question: docs/extending.md
   * lists what follows from each.
   */
  readonly facts?: (args: z.infer<Schema>, asker: Asker) => CallFacts;
  /**
   * The files this very call executes, or reads as a list of what is to be done, as they are now. They are frozen with the
   * call and compared before it runs.
   */
  readonly runs?: (args: z.infer<Schema>) => readonly ShownFile[];
}

export interface RunningTool<Schema extends z.ZodObject = z.ZodObject> extends ToolBase<Schema> {
  readonly effect: 'read' | 'act';
  run(args: z.infer<Schema>, context: ToolContext): Promise<ToolOutput>;
}

export interface RecordingTool<Schema extends z.ZodObject = z.ZodObject> extends ToolBase<Schema> {
  readonly effect: 'record';
  readonly receipt: (args: z.infer<Schema>) => string | Said;
  /** What it answers instead where the conversation holds text from outside, since it does something else then. */
  readonly taintedReceipt?: Said;
  record(
    args: z.infer<Schema>,
    context: { readonly session: string; readonly call: string; readonly at: number; readonly taint: Taint },
  ): void;
}

export interface AskingTool<Schema extends z.ZodObject = z.ZodObject> extends ToolBase<Schema> {
  readonly effect: 'ask';
  readonly question: (args: z.infer<Schema>) => string;
  /** The answers it offers; the owner may always answer in his own words. */
  readonly options?: (args: z.infer<Schema>) => readonly string[];
}

export interface DelegatingTool<Schema extends z.ZodObject = z.ZodObject> extends ToolBase<Schema> {
  readonly effect: 'delegate' | 'plan';
  /** What the agent reads, which its `facts` name; of a plan, a name for what its agents may do. */
  readonly work: (args: z.infer<Schema>) => string;
}

export type Tool<Schema extends z.ZodObject = z.ZodObject> =
  | RunningTool<Schema>
  | RecordingTool<Schema>
  | AskingTool<Schema>
  | DelegatingTool<Schema>;

/** A tool of another source (tool-source.ts): a JSON Schema of type object judges its arguments. */
export type SourcedTool = Omit<RunningTool, 'schema'> & { readonly parameters: JsonObject };

/** Gives a tool the types of its own schema; what it answers goes into any toolbox. */
export function defineTool<Schema extends z.ZodObject>(tool: Tool<Schema>): Tool {
  return tool as unknown as Tool;
}
