/** What the owner can see of MCP servers, and do about them. */
import type { JsonObject } from '../text/json.ts';
import type { BegunLogin, LoginRow, LoginWay } from './login.ts';
import type { ListedPrompt, PromptArgument, ServerOffers, TypedPrompt } from './offer.ts';
import type { ServerQuestion } from './question.ts';
import type { McpServer } from './server.ts';
import type { ToolHints, ToolRule, ToolStanding } from './tool.ts';

/**
 * `unseen`: it was never connected to; `off`: it starts when it is needed; `failed`: the last try did not work; `login`: it
 * takes no calls without a login.
 */
export const serverStates = ['unseen', 'off', 'on', 'failed', 'login'] as const;
export type ServerState = (typeof serverStates)[number];

/** One line of the list. */
export interface McpRow {
  readonly name: string;
  readonly kind: 'local' | 'remote';
  /** The program with its arguments, or the address. */
  readonly place: string;
  /** Where it is set up: `settings` is config.toml, `added` by a command. */
  readonly from: 'settings' | 'added';
  readonly state: ServerState;
  /** Why it cannot be used, in a sentence. */
  readonly problem?: string;
  readonly tools: number;
  /** Of them, those whose description was not accepted, or has changed since. */
  readonly unaccepted: number;
}

export interface McpToolRow {
  /** What a model calls it. */
  readonly name: string;
  /** The server's own name. */
  readonly tool: string;
  readonly description: string;
  readonly rule: ToolRule;
  readonly standing: ToolStanding;
  readonly hints: ToolHints;
  /** A call of it runs without a question, as things stand. */
  readonly isUnasked: boolean;
  /** Of what it says now, SHA-256 in hex. */
  readonly hash: string;
  readonly parameters: JsonObject;
}

/** All of one server. */
export interface McpDetails extends McpRow {
  /** Where it runs or what it reaches, with its rights. */
  readonly server: McpServer;
  /** As it calls itself. */
  readonly title?: string;
  readonly protocol?: string;
  readonly seenAt?: number;
  /** Where it has one, or needs one. */
  readonly login?: LoginRow;
  readonly toolRows: readonly McpToolRow[];
  /** What it offers beside tools. */
  readonly offers: ServerOffers;
}

/** A prompt, and whose it is. */
export interface PromptRow extends ListedPrompt {
  readonly server: string;
}

/** A prompt was said in a conversation, or cannot do without more. */
export type PromptAnswer =
  | {
      readonly kind: 'said';
      readonly session: string;
      readonly turn: string;
      /** As it was said, in the owner's words, and under which key. */
      readonly text: string;
      readonly key: string;
      readonly note?: string;
    }
  | {
      readonly kind: 'asks';
      readonly prompt: TypedPrompt;
      readonly description: string;
      /** At least one. */
      readonly missing: readonly PromptArgument[];
      /** Values that the server proposes for the first of them. */
      readonly proposals: readonly string[];
    };

/** `accept`: what it says of itself now; `allow`: that, and it runs unasked. */
export const mcpToolActs = ['ask', 'allow', 'forbid', 'accept'] as const;
export type McpToolAct = (typeof mcpToolActs)[number];

/** Rejects with a `Fault` that can be shown. */
export interface McpService {
  list(): readonly McpRow[];
  show(name: string): McpDetails | undefined;
  /** Connects now and looks what it offers. Undefined, here and below: there is none of that name. */
  test(name: string): Promise<McpDetails | undefined>;
  /** Connects to it and sets it up for good; nothing is kept where it cannot be reached. */
  add(server: McpServer, by: string): Promise<McpDetails>;
  remove(name: string, by: string): Promise<string | undefined>;
  /** Of all its tools. */
  accept(name: string, by: string): Promise<McpDetails | undefined>;
  /** `tool`: what a model calls it. */
  change(tool: string, act: McpToolAct, by: string): Promise<McpDetails | undefined>;
  /** Begins a login at a server. Undefined: there is no server of that name. */
  login(name: string, by: string, way?: LoginWay): Promise<BegunLogin | undefined>;
  /** Ends it with the address that a browser on another machine came back with. */
  loggedIn(name: string, address: string, by: string): Promise<McpDetails | undefined>;
  prompts(): readonly PromptRow[];
  /** Says a prompt in a conversation, once under its key. Undefined: there is none of that name. */
  prompt(
    typed: TypedPrompt,
    where: { readonly session: string; readonly key?: string; readonly by: string },
  ): Promise<PromptAnswer | undefined>;
  /** What servers ask back, the open ones first. */
  questions(): readonly ServerQuestion[];
  /** Sends an answer, once, and resolves with what came of it. */
  answer(id: number, text: string, by: string): Promise<ServerQuestion | undefined>;
}
