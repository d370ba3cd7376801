/**
 * Which files and folders are private: what holds secrets by its name (built-in.ts), and what the owner marks
 * (`[sandbox] private`).
 *
 * A mark without a slash is a name at any depth (`*.kdbx`); one with a slash is a path from the workspace on
 * (`notes/taxes`). Whatever lies beneath what it names is private, too. Letters count alike, small or not.
 */
import { privacyOf } from './built-in.ts';
import { originalPath } from './copies.ts';

export interface PrivateNames {
  /** Of a file as it is seen in a sandbox: from `/workspace` or `/scripts` on, put in order. */
  isPrivate(path: string): boolean;
  /** The same of a folder, as a whole. */
  isPrivateFolder(path: string): boolean;
  /**
   * It may be private by what it holds, and is not by its name: programs need these files, and few of them have a
   * password.
   */
  isToBeSearched(path: string): boolean;
}

export function privateNames(marks: readonly string[] = []): PrivateNames {
  const rules = marks.map(markRule);
  const isMarked = (path: string) => {
    const [whole, original] = [path.toLowerCase(), originalPath(path.toLowerCase())];
    return rules.some(covers => covers(whole) || (original !== whole && covers(original)));
  };
  return {
    isPrivate(path) {
      const whole = path.toLowerCase();
      if (searched.test(whole)) return isMarked(path);
      return privacyOf(whole.split('/'), whole) !== undefined || isMarked(path);
    },
    isPrivateFolder: path => secretFolder.test(originalPath(path.toLowerCase())) || isMarked(path),
    isToBeSearched: path => searched.test(path.toLowerCase()),
  };
}

/** What a folder of the owner's may be called in the workspace: plain letters, since sandboxes and cards name it. */
export const folderName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Can it be a mark? Nothing is left of a workspace in which all is private. */
export function isMark(text: string): boolean {
  const parts = text.split('/').filter(Boolean);
  return (
    !/^[/~]|\0/.test(text) &&
    text.length <= 200 &&
    parts.length > 0 &&
    !parts.some(part => part === '.' || part === '..') &&
    !parts.every(part => /^[*?]+$/.test(part))
  );
}

type Covers = (path: string) => boolean;

function markRule(mark: string): Covers {
  const parts = mark
    .toLowerCase()
    .split('/')
    .filter(part => part !== '' && part !== '.');
  const patterns = parts.map(namePattern);
  if (!mark.replace(/\/+$/, '').includes('/'))
    return path =>
      path
        .split('/')
        .slice(2)
        .some(name => patterns[0]?.test(name) === true);
  return path => {
    const [, folder, ...names] = path.split('/');
    return (
      folder === 'workspace' &&
      names.length >= patterns.length &&
      patterns.every((one, at) => one.test(names[at] ?? ''))
    );
  };
}

/** `*` and `?` within one name; every other sign is itself. */
export function namePattern(pattern: string): RegExp {
  const source = pattern
    .replace(/\*+/g, '*')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('?', '[^/]')
    .replaceAll('*', '[^/]*');
  return new RegExp(`^${source}$`, 's');
}

const searched = /(^|\/)(\.npmrc|\.git\/config|\.git\/modules\/.+\/config|\.yarnrc\.yml)$/;

/** Folders of which everything is private. A folder that is only called `secrets` may as well hold a program. */
const secretFolder =
  /\/(\.ssh|\.aws|\.azure|\.gnupg|\.kube|\.password-store|\.local\/share\/keyrings|\.config\/(gh|gcloud|op|rclone)|inbox\/sensitive)$/;
