/**
 * Agents of others that speak with this one over A2A (Agent2Agent, protocol 1.0): peers, which give work to it, and
 * remote agents, which it gives work to.
 *
 * A peer works in conversations of its own and sees no others. It is an identity with a set of tools: what its work may
 * use at most. What it says is text from outside, and never an order of the owner.
 */
import type { CallerTurn } from '../callers/caller.ts';
import { placeOf } from '../conversation/chat-session.ts';

/** The channel of conversations of peers. */
const peerChannel = 'peer';

/** What their messages are named by; no channel has a name with a dash. */
export const peerOrigin = 'a2a-peer';

export const peerNameRule = 'a to z, 0 to 9 and _, beginning with a letter, at most 30 characters';

export function isPeerName(name: string): boolean {
  return /^[a-z][a-z0-9_]{0,29}$/.test(name);
}

/** One `[a2a.peers.NAME]`. */
export interface PeerSettings {
  readonly name: string;
  /** Who it is and what for: its work is told this. */
  readonly purpose: string;
  /** What its work may use, by name; `*`: all there is. */
  readonly tools: readonly string[];
  /** The time of one piece of work. */
  readonly minutes: number;
}

/** One `[a2a.agents.NAME]`. */
export interface RemoteAgent {
  readonly name: string;
  /** Where its card is, or the card itself. */
  readonly url: string;
  /** What it is for: the model that gives it work reads this. */
  readonly purpose: string;
  /** What stands in its authorization header; a secret by its handle. */
  readonly authorization?: string;
}

/** Work of a peer belongs to one conversation, which A2A calls its context. */
export function peerSession(peer: string, thread: string): string {
  return `session:${peerChannel}:${peer}:${thread}`;
}

export function isThread(text: string): boolean {
  return /^[\w.-]{1,64}$/.test(text);
}

/** Whose conversation it is; undefined: of no peer. */
export function peerOf(session: string): { readonly peer: string; readonly thread: string } | undefined {
  const { channel, chat } = placeOf(session);
  if (channel !== peerChannel) return undefined;
  const at = chat.indexOf(':');
  return at < 0 ? undefined : { peer: chat.slice(0, at), thread: chat.slice(at + 1) };
}

export function isPeer(session: string): boolean {
  return placeOf(session).channel === peerChannel;
}

/** Is it something that a peer has said? By the id of the message. */
export function isOfPeer(messageId: string): boolean {
  return messageId.startsWith(`${peerOrigin}:`);
}

/** A piece of work of a peer, which is a turn. */
export interface PeerTask extends CallerTurn {
  /** Which conversation it belongs to. */
  readonly thread: string;
  /** What the peer is asked, before it goes on. */
  readonly question?: string;
}

export interface PeerMessage {
  /** The same one twice is said once. */
  readonly id: string;
  readonly text: string;
  readonly thread?: string;
  /** What it answers. */
  readonly task?: string;
}

/** What there is for a peer, by its name. Rejects with a `Fault` that can be shown: `invalid` where it asks for what is not. */
export interface PeerService {
  send(peer: string, message: PeerMessage): Promise<PeerTask>;
  /** Undefined, here and below: the peer has no such work. */
  task(peer: string, id: string): PeerTask | undefined;
  /** False: it had ended. */
  stop(peer: string, id: string): Promise<boolean | undefined>;
}

/** For the owner. */
export interface A2aService {
  list(): {
    /** Where peers reach this agent; absent: none may, or no page is served. */
    readonly address?: string;
    readonly peers: readonly PeerSettings[];
    readonly agents: readonly Omit<RemoteAgent, 'authorization'>[];
  };
}
