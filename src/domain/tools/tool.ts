/** Tools: what they declare, how they are called, what comes back. */

import type { Body } from '../conversation/body.ts';
import type { LinkVerdict } from '../egress/shown-links.ts';
import type { Finding } from '../policy/finding.ts';
import type { RecordChange } from '../policy/own-records.ts';
import type { Form } from '../policy/sentence.ts';
import type { Taint } from '../policy/taint.ts';
import type { ExecutorKind } from '../security/sandbox.ts';
import type { JsonObject } from '../text/json.ts';
import type { RunFile } from './run-file.ts';
import type { Said } from './said/texts.ts';

/**
 * What a tool does to the world: `read` may run again after a crash, `record` is a row of our own written with the
 * step, `act` touches the owner's world and never runs twice by itself, `ask` puts a question to the owner, `delegate`
 * gives a piece of work to another agent, `plan` has several of them carry out a plan.
 */
export type ToolEffect = 'read' | 'record' | 'act' | 'ask' | 'delegate' | 'plan';

/**
 * Rules for some calls alone. `command`: an act that is one command line of the shell, in `facts.command`. `page`: a
 * read of the page at `facts.url`, which may follow links that other pages showed.
 */
export type CallRules = 'command' | 'page';

/** What a model is told of a tool. `parameters` is a JSON Schema of type object. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** One call as a model wrote it; `arguments` is JSON text, not yet validated. */
export interface ToolRequest {
  readonly callId: string;
  readonly name: string;
  readonly arguments: Body;
}

/**
 * One call, frozen: resolved against the toolbox and validated, before anybody judges it. What is judged, shown,
 * hashed, approved and executed is this object and nothing built from it a second time.
 */
export interface FrozenCall {
  readonly callId: string;
  readonly tool: string;
  /** Canonical JSON text of the validated arguments. */
  readonly arguments: Body;
  /**
   * SHA-256, hex, over the canonical text of tool, arguments, the version of its code, and the content of the files
   * that it runs.
   */
  readonly digest: string;
  /** The version of its tool that is part of the digest; absent for tools of the program itself. */
  readonly version?: string;
  readonly effect: ToolEffect;
  /** By which rules it is judged, as its tool declares; absent: by those for every tool. */
  readonly judgedBy?: CallRules;
  readonly timeoutMs: number;
  /** What it will do, in one sentence for the owner. */
  readonly intent: string;
  /** Where programs run for every tool; absent in a call of an earlier version. */
  readonly executor?: ExecutorKind;
  /** Exactly what will run, as the owner is shown it; without it the command, else the arguments. */
  readonly exact?: Body;
  /** What policy needs to judge it without reading the arguments again. */
  readonly facts: CallFacts;
  /**
   * What a `record` tool answers once its row is written; the question of an `ask` tool; the work of a `delegate` tool;
   * what a plan's agents may do.
   */
  readonly receipt?: Body;
  /** The answers that the question of an `ask` tool offers; absent where it offers none. */
  readonly options?: readonly string[];
  /** What a `record` tool answers instead where the conversation holds text from outside. */
  readonly taintedReceipt?: Body;
  /** What these say as data. */
  readonly receiptSaid?: Said;
  readonly taintedSaid?: Said;
}

/** Facts a tool states about one call of itself, for the policy. */
export interface CallFacts {
  /** The command line of a tool that runs one. */
  readonly command?: string;
  /** The address a tool asks on the network. */
  readonly url?: string;
  /**
   * That address stands word for word in what the owner typed in this conversation, so it cannot carry out what was
   * read since.
   */
  readonly urlGiven?: true;
  /** The host and port in the owner's own network that it reaches, or on whose page it acts. */
  readonly ownHost?: string;
  /**
   * Of a call that reads a page: may that address be read unasked as a link of a page; absent where no page was read.
   */
  readonly link?: LinkVerdict;
  /** Where commands run; absent for a tool that runs none. The policy is told for every tool. */
  readonly executor?: ExecutorKind;
  /** Files that it executes, or reads as a list of what is to be done; absent where there are none. */
  readonly runs?: readonly RunFile[];
  /** Of those, what is no longer what it was when the owner allowed it, by name. */
  readonly strayed?: readonly string[];
  /** What it could do with the files of the owner's folders, where neither `path` nor `writes` says it. */
  readonly workspace?: 'read' | 'write';
  /** Which of the agent's own folders it changes, and nothing else. */
  readonly writes?: 'workspace' | 'scripts' | 'settings';
  /** It leaves a file without content, or takes several lines out of it. */
  readonly empties?: true;
  /**
   * The owner has allowed this already: the domain it goes to, the code that runs (as `create_tool` committed it), the
   * chat it is sent to.
   */
  readonly trusted?: boolean;
  /** The MCP server that does it. */
  readonly server?: string;
  /** Of a call of such a server: what it is given can leave this machine. */
  readonly outward?: true;
  /**
   * Of a call of such a server: it says that it only reads, and the server can change nothing but the workspace and
   * reaches nobody.
   */
  readonly readsInWalls?: true;
  /** Of a call of such a server: the owner has accepted what it says of the tool, and that is not that it destroys. */
  readonly isMild?: true;
  /** It changes rows of Straylight's own, and nothing else; with `schedules`, also the job that reminds of one. */
  readonly records?: true;
  /** It makes or changes what runs later by itself: something that acts, or that only says or reads something. */
  readonly schedules?: 'acts' | 'reads';
  /**
   * What it does to Straylight's own records, each as it stands and as it would be; absent: it states nothing of that.
   */
  readonly changes?: readonly RecordChange[];
  /** Of `agent.toml`: the jobs that it would add or change, by the hashes of their entries. */
  readonly entries?: readonly string[];
  /** It asks the owner for a secret, which it never sees. */
  readonly asksSecret?: true;
  /** It forgets whatever holds some words: memories and messages. */
  readonly forgets?: true;
  /**
   * It sends commits to a server, which keeps what others may read; `overwrites`: in place of others; `nothing`: it
   * only looks.
   */
  readonly publishes?: 'nothing' | 'adds' | 'overwrites';
  /** It restores files of the workspace as they were before a turn, and can be undone itself. */
  readonly restores?: true;
  /** The file or folder it reads or changes, as the call names it. */
  readonly path?: string;
  /** More files and folders that it reads or changes beside that one. */
  readonly paths?: readonly string[];
  /** What the rules for commands found in one that is too long to be carried along. */
  readonly found?: readonly Finding[];
  /** Names of the secrets it takes along; the owner lets each be used for this. */
  readonly secrets?: readonly string[];
  /** The gates it has to pass before it is judged further; absent where none is for it. */
  readonly gates?: readonly string[];
  /** Folders of the owner's that it can change or only read, whatever it names: those that were let in. */
  readonly folders?: { readonly writes: readonly string[]; readonly reads: readonly string[] };
  /** Private files and folders that it names: where they are hidden from commands, this one gets these. */
  readonly private?: readonly string[];
  /** Some of the private files that lie beneath what it reads, where nothing hides them from it. */
  readonly reaches?: readonly string[];
  /** What a skill in use was not granted, or is beyond an agent, a sentence each; absent where there is nothing. */
  readonly beyond?: readonly Form[];
  /**
   * The agent that asks for it, where it is beyond what the settings let that do by itself: its owner is asked each
   * time.
   */
  readonly exceeds?: string;
  /** It has a plan carried out: by agents of which some act, or which all only look. */
  readonly plans?: 'acts' | 'reads';
  /** The agent that it gives a piece of work to. */
  readonly delegates?: string;
  /** The coding worker that it gives a piece of work to, on a copy of a folder. */
  readonly worker?: string;
  /** Why it never runs, in whole sentences: the owner's rule for a secret does not allow it. */
  readonly refused?: string;
  /** Why it never runs: it is not among the tools of the agent that asks for it. */
  readonly withheld?: Form;
}

/**
 * A call that cannot be run: the tool does not exist or the arguments are wrong. The model reads `problem` and may try
 * again.
 */
export interface MalformedCall {
  readonly callId: string;
  readonly tool: string;
  readonly problem: string;
  /** What its owner reads of that; absent: the same. */
  readonly said?: readonly Said[];
}

export type ResolvedCall = FrozenCall | MalformedCall;

export function isMalformed(call: ResolvedCall): call is MalformedCall {
  return 'problem' in call;
}

/** How one tool call ended. */
export type ToolOutcome = 'done' | 'failed' | 'denied' | 'expired' | 'cancelled' | 'unknown';

/** What the model reads of a call. `text` is bounded and redacted. */
export interface ToolResult {
  readonly text: Body;
  /** The same as data, for the owner. */
  readonly said?: readonly Said[];
  /** The tool itself says it did not work (an exit code, a missing file); the call still counts as `done`. */
  readonly failed?: boolean;
  readonly taint?: Taint;
}

/** An act that is to be told to the owner: it ran without a question, or it left something that acts later. */
export interface Unasked {
  readonly intent: string;
  /** The standing approval that let it run, if one did. */
  readonly standing?: string;
  /** How it ended, where that was not well: `cut`, it was told to stop while it ran. */
  readonly ended?: 'failed' | 'unknown' | 'cut';
  /** What it left that acts later, in whole sentences. */
  readonly later?: readonly string[];
  /** The owner said yes to it: only what acts later is told. */
  readonly isApproved?: true;
}
