/** What a tool says of itself once and for all, whatever home it works in. */
import type { Provable } from '../conversation/claim-kinds.ts';
import type { SecretWay } from '../secrets/rule.ts';
import type { Words } from '../text/catalog.ts';
import { defined, type JsonObject } from '../text/json.ts';
import type { CallFacts, CallRules, FrozenCall, ToolEffect } from './tool.ts';

export interface ToolDeclaration {
  /** snake_case, unique in the toolbox. */
  readonly name: string;
  /** For its owner, in a sentence; left out, the owner reads the description that models read. */
  readonly does?: Words;
  readonly effect: ToolEffect;
  /** What a reply may say was done once it has succeeded. Left out: anybody's guess, so it may have done anything. */
  readonly deeds?: readonly Provable[];
  /** It sends nothing, or to the owner alone. Left out: it may have put data where others read it. */
  readonly isQuiet?: true;
  /** An act that writes nothing in the workspace, so that nothing has to be kept for undo before it. */
  readonly leavesWorkspace?: true;
  /** What it changes are files of the workspace, which undo restores where it is on. */
  readonly changesWorkspace?: true;
  /** Few turns need it: a model is told of it where the owner's words speak of it, or `find_tools` has found it. */
  readonly isOccasional?: true;
  /** `find_tools` does not name it as an example: nothing of it stands in a request that does not speak of it. */
  readonly isUnnamed?: true;
  /** Do these words speak of it? Left out: its description is compared with them. */
  readonly isMeant?: (words: string) => boolean;
  /** It takes secrets of the owner, by name: in a header of its request, or as a variable of its command. */
  readonly takesSecrets?: SecretWay;
  /** Its calls state where commands run. */
  readonly runsCommands?: true;
  /** Its calls are judged by the rules for commands, or by those for pages. Left out: by the rules for every tool. */
  readonly judgedBy?: CallRules;
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
    ...defined({
      executor: executor !== undefined && known?.runsCommands ? executor : undefined,
      trusted: trusted !== undefined && (known === undefined || own.url !== undefined) ? trusted : undefined,
      urlGiven: urlGiven === true && own.url !== undefined ? urlGiven : undefined,
    }),
  };
  const place = executor === undefined ? {} : { executor };
  return unfrozen({ tool, effect: known?.effect ?? 'act', facts, ...judgedByOf(known), ...place });
}

/** A command as policy judges it, where it would run. */
export function judgedCommand(command: string, executor: CallFacts['executor']): FrozenCall {
  const place = executor === undefined ? {} : { executor };
  return unfrozen({ tool: 'command', effect: 'act', facts: { command, ...place }, judgedBy: 'command', ...place });
}

/** Where programs run for a frozen call, by what it was frozen with. */
export function executorOf({ executor, facts }: Pick<FrozenCall, 'executor' | 'facts'>): CallFacts['executor'] {
  return executor ?? facts.executor;
}

function unfrozen(
  call: Pick<FrozenCall, 'tool' | 'effect' | 'facts' | 'judgedBy'> & Partial<Pick<FrozenCall, 'executor'>>,
): FrozenCall {
  return { callId: '', arguments: '', digest: '', timeoutMs: 0, intent: '', ...call };
}

/** What a call of this tool is frozen with. */
export function judgedByOf(
  tool: { readonly judgedBy?: CallRules | undefined } | undefined,
): Pick<FrozenCall, 'judgedBy'> {
  return tool?.judgedBy === undefined ? {} : { judgedBy: tool.judgedBy };
}

/** By which rules a call is judged. */
export function rulesOf({ tool, judgedBy }: Pick<FrozenCall, 'tool' | 'judgedBy'>): CallRules | undefined {
  return judgedBy ?? formerRules[tool];
}

/**
 * Calls that were frozen before tools declared their rules are stored without them. A journal that holds one is
 * replayed, and one that waits is judged, as it was then. No tool is added here.
 */
const formerRules: Readonly<Record<string, CallRules>> = { execute_command: 'command', web_fetch: 'page' };
