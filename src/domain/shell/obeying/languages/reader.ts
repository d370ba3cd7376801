/** A reader of one language: what a text in it executes in turn, by name, or that this is not known. */
import type { Finding } from '../../../policy/finding.ts';
import { obeysUnknown } from '../obeyed.ts';

/** Where the text stands: its file, and the folder in which it runs. */
export interface At {
  readonly path: string;
  readonly cwd: string;
}

export type Reader = (text: string, at: At) => readonly Finding[];

/** The file that a text written into a command stands for. */
export const inlineName = 'inline code';

export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
export const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) || '/' : '.');
export const beside = (path: string, name: string) =>
  name.startsWith('/') ? name : folderOf(path) === '/' ? `/${name}` : `${folderOf(path)}/${name}`;

/** One finding that says so; `by`: the words in the text that leave it open. */
export function opens({ path, cwd }: At, by?: string): Finding {
  const word = by === undefined ? '' : ` (${by.replace(/\s+/g, ' ').trim().slice(0, 40)})`;
  return obeysUnknown(`what ${nameOf(path)} loads or starts${word}`, cwd);
}
