/** The files of one skill as they lie in its folder: read whole, bounded, and hashed. */
import { hash } from 'node:crypto';
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Form, says } from '../../domain/policy/sentence.ts';
import type { LintedFile } from '../../domain/skills/lint.ts';
import type { SkillFile } from '../../domain/skills/skill.ts';

/** Its files by their paths within it, with `/`, in order. */
export type SkillFiles = ReadonlyMap<string, Buffer>;

/** A skill that was brought in. */
export interface Brought {
  readonly files: SkillFiles;
  /** What its folder was called. */
  readonly folder: string;
}

const mostFiles = 500;
const mostBytes = 10 * 2 ** 20;
const deepest = 8;
/** What tools leave in a folder and no skill needs. */
const passedOver = new Set(['.git', '.DS_Store', '__pycache__', 'node_modules', '.venv']);

/** Answers why it cannot be read, where it cannot. A link is refused: it could lead anywhere, and elsewhere later. */
export async function readSkillFolder(folder: string): Promise<SkillFiles | Form> {
  const files = new Map<string, Buffer>();
  const left: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];
  let bytes = 0;
  for (const { path, depth } of left) {
    if (depth > deepest) return says`its folders are more than ${deepest} deep`;
    const entries = (await readdir(join(folder, path))).filter(name => !passedOver.has(name)).sort();
    for (const name of entries) {
      const inner = path === '' ? name : `${path}/${name}`;
      const stats = await lstat(join(folder, inner));
      if (stats.isDirectory()) left.push({ path: inner, depth: depth + 1 });
      else if (!stats.isFile()) return says`${inner} is a link or a device; a skill has plain files alone`;
      else {
        bytes += stats.size;
        if (files.size >= mostFiles) return says`it has more than ${mostFiles} files`;
        if (bytes > mostBytes) return says`it is larger than ${mostBytes / 2 ** 20} MB`;
        files.set(inner, await contentOf(join(folder, inner)));
      }
    }
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Without following a link that took its place meanwhile. */
async function contentOf(path: string): Promise<Buffer> {
  const handle = await open(path, 0o400000); // O_RDONLY with O_NOFOLLOW
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** SHA-256, hex, over names and contents. */
export function hashOf(files: SkillFiles): string {
  const parts = [...files].map(([path, content]) => `${hash('sha256', content)}  ${path}\n`);
  return hash('sha256', parts.join(''));
}

/** Names of files that differ between two tables of their hashes. */
export function hashesOf(files: SkillFiles): Readonly<Record<string, string>> {
  return Object.fromEntries([...files].map(([path, content]) => [path, hash('sha256', content)]));
}

/** Undefined: it is no text. */
export function textOf(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

export function isScript(path: string, content: Buffer): boolean {
  return path.startsWith('scripts/') || content.subarray(0, 2).toString('latin1') === '#!';
}

export function listed(files: SkillFiles): readonly SkillFile[] {
  return [...files].map(([path, content]) => ({
    path,
    bytes: content.length,
    isScript: isScript(path, content),
    isText: textOf(content) !== undefined,
  }));
}

/** As the linter takes them. */
export function linted(files: SkillFiles): readonly LintedFile[] {
  return [...files].map(([path, content]) => {
    const text = textOf(content);
    if (isProgram(path, content)) return { path, isProgram: true };
    return text === undefined ? { path } : { path, text };
  });
}

/** ELF, Mach-O, PE, bytecode of Java and Python. */
function isProgram(path: string, content: Buffer): boolean {
  const magic = content.subarray(0, 4).toString('hex');
  if (/^(?:7f454c46|feedface|feedfacf|cefaedfe|cffaedfe|cafebabe|4d5a)/.test(magic)) return true;
  return /\.(?:exe|dll|so|dylib|pyc|pyo|class|jar|wasm|msi|scr|com|bin)$/i.test(path);
}
