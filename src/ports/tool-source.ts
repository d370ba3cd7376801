/**
 * Port: where tools come from that are not always there, such as the agent's own scripts or another server's.
 *
 * The contract:
 * - `offer` answers the same object as long as nothing has changed, since what a model is told is weighed and cached by
 *   it. What others speak of changes nothing for a conversation.
 * - A tool's arguments are judged by its JSON Schema (`parameters`), in the toolbox; the source sees none that do not
 *   fit.
 * - `version` stands for the content of a tool. It becomes part of what is frozen, so a tool that has changed since
 *   runs nothing.
 * - Names that Straylight's own tools or an earlier source have are not asked for.
 */
import type { FrozenCall, ToolSpec } from '../domain/tools/tool.ts';
import type { SourcedTool } from './tool.ts';
import type { Offer, OfferedIn } from './toolbox.ts';

export interface ToolSource {
  /** Those worth telling a model that answers these words; what the conversation has found is among them. */
  offer(words: string, within?: OfferedIn): Offer;
  /**
   * Any of them, offered or not; `problem`: why it cannot be used now, in a sentence. `call`: it is about to run under
   * this frozen call.
   */
  find(name: string, call?: FrozenCall): FoundTool | { readonly problem: string } | undefined;
  names(): readonly string[];
  /** Where it offers not all of them: what `find_tools` looks through. */
  readonly findable?: {
    all(): readonly Pick<ToolSpec, 'name' | 'description'>[];
    /** Are there more than are offered? */
    isCut(): boolean;
  };
  /** Looks again at what it has before the next question. */
  changed(): void;
  close(): Promise<void>;
}

export interface FoundTool {
  readonly tool: SourcedTool;
  readonly version: string;
}
