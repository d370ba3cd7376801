/** Forms of paths in a request. */
import { quoted } from '../intent.ts';

/** A path: quoted, or without white space. */
export const path = String.raw`(?:${quoted}|'[^'\n]+'|[^\s"“„\x60',;:]+)`;

/** One that has an ending, so that no other word looks like it. */
export const named = String.raw`(?:${quoted}|'[^'\n]+'|[^\s"“„\x60',;:]*\.\w{1,8})`;
