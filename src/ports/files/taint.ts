/** Port: how far the files of the agent are trusted. */
import type { Taint } from '../../domain/policy/taint.ts';
import type { Place } from './confined.ts';

/** What is known of a file beside its content: when it was changed, epoch ms. */
export type Changed = { readonly ctimeMs: number };

export interface FileTaint {
  /** May it be trusted? Only then is it worth looking at all of it. */
  knows(place: Place, changed: Changed): boolean;
  /** How far these bytes, read from there, are trusted. */
  of(place: Place, content: Uint8Array, changed: Changed): Taint;
  /** The agent has put this content there, in a conversation that is trusted so far. */
  wrote(place: Place, content: Uint8Array, taint: Taint): void;
}
