/** A skill in an archive: only plain files are taken, in memory, bounded; no path of it reaches the disk as it is. */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { archiveEntries } from '../files/work/archive.ts';
import type { Brought, SkillFiles } from './skill-folder.ts';

const limits = { bytes: 10 * 2 ** 20, files: 500 };

/** `inner`: the folder within it, where there are several skills. Throws `invalid`. */
export async function unpacked(bytes: Uint8Array, name: string, inner: string): Promise<Brought> {
  const entries = await archiveEntries(bytes, limits);
  const heads = entries
    .filter(({ path }) => /(?:^|\/)SKILL\.md$/.test(path))
    .map(({ path }) => path.replace(/\/?SKILL\.md$/, ''));
  const wanted = inner === '' ? heads : heads.filter(head => head === inner || head.endsWith(`/${inner}`));
  // a skill may hold an example of another one
  const outer = wanted.filter(
    head => !wanted.some(other => other !== head && (other === '' || head.startsWith(`${other}/`))),
  );
  const [head] = outer;
  if (head === undefined) throw fault('invalid', says`expected a SKILL.md in the archive; there is none`);
  if (outer.length > 1)
    throw fault('invalid', says`there are several skills; name one behind a #: ${outer.slice(0, 40).join(', ')}`);
  const prefix = head === '' ? '' : `${head}/`;
  const files = entries
    .filter(
      ({ path }) =>
        path.startsWith(prefix) &&
        !/(?:^|\/)(?:\.git|__MACOSX|__pycache__|node_modules)(?:\/|$)|\.DS_Store$/.test(path),
    )
    .map(({ path, content }): [string, Buffer] => [path.slice(prefix.length), content]);
  const sorted: SkillFiles = new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
  const named = head.split('/').at(-1) ?? '';
  return { files: sorted, folder: named === '' ? name.replace(/\.(?:zip|skill|tar|tgz|tar\.gz)$/i, '') : named };
}
