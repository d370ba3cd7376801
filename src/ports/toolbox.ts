/** Port: the tools on offer now. A model's words become a frozen call here and nowhere else. */
import type { Taint } from '../domain/policy/taint.ts';
import type { ToolDeclaration } from '../domain/tools/declaration.ts';
import type { FrozenCall, ResolvedCall, ToolSpec } from '../domain/tools/tool.ts';
import type { Asker, SourcedTool, Tool } from './tool.ts';

/** What a model is offered with one question. */
export interface Offer {
  /** The same list, as long as nothing has changed. */
  readonly specs: readonly ToolSpec[];
  /**
   * For the instructions: tools that are there but not offered in full, and those out of use. Empty: there are none.
   */
  readonly notes: string;
  /** How far its words are trusted; those of this program are if left out. */
  readonly taint?: Taint;
}

/** What in a conversation says which tools it needs: words of its owner, or names of tools that were found. */
export type ToolHint = { readonly said: string } | { readonly found: readonly string[] };

/** The conversation that tools are offered in. */
export interface OfferedIn {
  readonly session: string;
  /** The newest last, the owner's newest words among them; of a long conversation not all. */
  readonly hints: readonly ToolHint[];
}

export interface Toolbox {
  /** What the tools that are always there say of themselves. */
  readonly declared: readonly ToolDeclaration[];
  /**
   * What is offered to a model that answers these words of the owner, in a conversation; left out, it is in none. What
   * one conversation is offered does not depend on what others speak of.
   */
  offer(words: string, within?: OfferedIn): Offer;
  /** Validates and freezes one call; a wrong one becomes a text the model can act on. `arguments` is JSON text. */
  resolve(request: ToolCallText): ResolvedCall;
  /** The tool and its arguments for a frozen call; throws `denied` where they are not what was frozen. */
  open(call: FrozenCall, argumentsText: string): OpenedCall;
}

export interface ToolCallText {
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
  /** The conversation it comes from; left out, it is none. */
  readonly session?: string;
  /** What the owner typed in the conversation it comes from; none if left out. */
  readonly said?: readonly string[];
  /** Judges an address as a link of a page that was read there; none is if left out. */
  readonly link?: Asker['link'];
}

export interface OpenedCall {
  readonly tool: Tool | SourcedTool;
  readonly args: Record<string, unknown>;
}
