/** What a tool says of itself once and for all, whatever home it works in. */
import type { Deed } from '../conversation/claim-kinds.ts';
import type { JsonObject } from '../text/json.ts';
import type { CallFacts, FrozenCall, ToolEffect } from './tool.ts';

export interface ToolDeclaration {
  /** snake_case, unique in the toolbox. */
  readonly name: string;
  readonly effect: ToolEffect;
  /** What a reply may say was done once it has succeeded. Left out: anybody's guess, so it may have done anything. */
  readonly deeds?: readonly Deed[];
  /** It sends nothing, or to the owner alone. Left out: it may have put data where others read it. */
  readonly isQuiet?: true;
  /** An act that writes nothing in the workspace, so that nothing has to be kept for undo before it. */
  readonly leavesWorkspace?: true;
  /** Its calls state where commands run. */
  readonly runsCommands?: true;
  /** What its arguments alone tell the policy of a call. With a home it knows more (`facts` in src/ports/tool.ts). */
  readonly factsOf?: (args: JsonObject) => CallFacts;
}

/** What is known of a call beside tool and arguments. */
export interface CallSurroundings {
  readonly executor?: CallFacts['executor'];
  /** The owner has allowed this domain or this code before. */
  readonly trusted?: boolean;
  /** The address stands word for word in what the owner typed. */
  readonly urlGiven?: boolean;
}

/**
 * A call that nobody has frozen, as policy judges it: `straylight policy call` does so without a home. Nothing of it
 * can be run. A tool that is not among those declared acts, as far as anyone knows, and says nothing of itself.
 */
export function judgedCall(
  declared: readonly ToolDeclaration[],
  { tool, args }: { readonly tool: string; readonly args: JsonObject },
  { executor, trusted, urlGiven }: CallSurroundings,
): FrozenCall {
  const known = declared.find(({ name }) => name === tool);
  const own = known?.factsOf?.(args) ?? {};
  const facts: CallFacts = {
    ...own,
    ...(executor !== undefined && (known === undefined || known.runsCommands) && { executor }),
    ...(trusted !== undefined && (known === undefined || own.url !== undefined) && { trusted }),
    ...(urlGiven === true && own.url !== undefined && { urlGiven }),
  };
  return unfrozen(tool, known?.effect ?? 'act', facts);
}

/** A command as policy judges it, where it would run. */
export function judgedCommand(command: string, executor: CallFacts['executor']): FrozenCall {
  return unfrozen('execute_command', 'act', { command, ...(executor === undefined ? {} : { executor }) });
}

function unfrozen(tool: string, effect: ToolEffect, facts: CallFacts): FrozenCall {
  return { callId: '', tool, arguments: '', digest: '', effect, timeoutMs: 0, intent: '', facts };
}
