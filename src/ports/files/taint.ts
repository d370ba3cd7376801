/** Port: how far the files of the agent are trusted. */
import type { Taint } from '../../domain/policy/taint.ts';
import type { Place } from './confined.ts';

export interface FileTaint {
  /** Was anything of this place ever trusted? Only then is it worth looking at all of it. */
  knows(place: Place): boolean;
  /** How far these bytes, read from there, are trusted. */
  of(place: Place, content: Uint8Array): Taint;
  /** The agent has put this content there, in a conversation that is trusted so far. */
  wrote(place: Place, content: Uint8Array, taint: Taint): void;
}
