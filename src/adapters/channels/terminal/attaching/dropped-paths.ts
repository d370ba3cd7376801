/**
 * The paths in a text that a terminal writes where files are dropped on it: quoted, escaped, as `file://` addresses, or
 * as Windows has them.
 *
 * Nothing marks a drop, so a text has readings, and which of them is one is decided by the files that are there.
 */
import { fileURLToPath } from 'node:url';

/** A text that begins as a dropped path does, typed at once. */
export function isLikeDrop(text: string): boolean {
  return /^\s*['"]?(?:\/[^/\s]+\/|~\/|file:\/\/|[A-Za-z]:[\\/]|\\\\)\S/.test(text);
}

/** Each reading is a list of absolute paths. The most likely one comes first. */
export function readingsOf(text: string, userFolder: string): readonly (readonly string[])[] {
  const whole = text.trim();
  if (!isLikeDrop(whole) || whole.length > longest) return [];
  const lines = whole.split('\n').map(line => line.trim());
  const readings = [wordsOf(whole), lines, [whole]].map(words =>
    words?.filter(word => word !== '').map(word => absolute(word, userFolder)),
  );
  return readings.filter((paths): paths is string[] => paths?.every(path => path !== undefined) ?? false);
}

const longest = 20_000;

/** Words as a shell would read them; undefined: a quotation mark stands open. */
function wordsOf(text: string): string[] | undefined {
  const words: string[] = [];
  const word =
    /\s*((?:'[^']*'|"(?:\\["\\]|[^"])*"|(?:[A-Za-z]:[\\/]|\\\\(?=[\w.$-]+\\))[^\s'"]*|\\[\s\S]|[^\s'"\\])+)(?=\s|$)/y;
  while (word.lastIndex < text.length) {
    const [all, found] = word.exec(text) ?? [];
    if (all === undefined || found === undefined) return undefined;
    words.push(unquoted(found));
  }
  return words;
}

/** A Windows path keeps its backslashes; elsewhere one takes the next sign as it is. */
function unquoted(word: string): string {
  const bare = word.replace(/^(['"])([^'"]*)\1$/, '$2');
  if (isWindows(bare)) return bare;
  return word.replace(/'([^']*)'|"((?:\\["\\]|[^"])*)"|\\([\s\S])/g, (_, plain, quoted, escaped) =>
    plain !== undefined ? plain : quoted !== undefined ? quoted.replace(/\\(["\\])/g, '$1') : escaped,
  );
}

function isWindows(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\[\w.$-]+\\)/.test(path);
}

function absolute(path: string, userFolder: string): string | undefined {
  if (path.startsWith('file://')) return ofAddress(path);
  if (path.startsWith('~/')) return `${userFolder}${path.slice(1)}`;
  const [, drive, rest = ''] = /^([A-Za-z]):[\\/](.*)$/s.exec(path) ?? [];
  // where WSL shows the drives of Windows
  if (drive !== undefined) return `/mnt/${drive.toLowerCase()}/${rest.replaceAll('\\', '/')}`;
  // this very system, as Windows names it
  const [, own] = /^\\\\wsl(?:\.localhost|\$)\\[^\\]+\\(.*)$/is.exec(path) ?? [];
  if (own !== undefined) return `/${own.replaceAll('\\', '/')}`;
  return path.startsWith('/') ? path : undefined;
}

function ofAddress(address: string): string | undefined {
  try {
    const url = new URL(address);
    const [, drive, rest = ''] = /^\/([A-Za-z]):\/(.*)$/s.exec(url.pathname) ?? [];
    if (drive !== undefined) return `/mnt/${drive.toLowerCase()}/${decodeURIComponent(rest)}`;
    // a desktop may write the name of this computer
    url.host = '';
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
