/** Port: which conversation of a chat is the one that is spoken in. Writes only inside a transaction of the host. */
import type { Body } from '../../domain/conversation/body.ts';

export interface SessionLedger {
  /** Of a chat that has had one conversation only, both are 1. */
  chat(chat: string): { readonly current: number; readonly newest: number };
  setChat(chat: string, current: number, newest: number): void;
  /** `provider/model` that its owner has chosen for a conversation; undefined: none. */
  model(session: string): string | undefined;
  /** Undefined: it has none of its own any more. */
  setModel(session: string, model: string | undefined, at: number): void;
  /** Do the replies of this conversation show the steps of their turns? Undefined: its owner has not said. */
  showsSteps(session: string): boolean | undefined;
  setVerbose(session: string, isVerbose: boolean, at: number): void;
  /**
   * What its owner said first in a conversation, and when something was last said there; what Straylight notes is not
   * said.
   */
  summary(session: string): { readonly first: Body; readonly at: number } | undefined;
}
