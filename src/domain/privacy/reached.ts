/** Which private files a command names, and which lie beneath what it reads. */
import { namePattern, type PrivateNames } from './private-names.ts';

/** Of what a command touches, the private files and folders that it names in full. */
export function namedPrivate(touches: readonly string[], names: PrivateNames): readonly string[] {
  return touches.filter(path => !/[*?[]/.test(path) && (names.isPrivate(path) || names.isPrivateFolder(path)));
}

/**
 * Those of `files` that lie at, beneath or above nothing but what a command reads: the folder it is given, or a pattern
 * of names that could mean them or a folder around them. `isHiddenToo`: a `*` means names with a dot before them, too.
 */
export function reachedPrivate(
  touches: readonly string[],
  files: readonly string[],
  isHiddenToo: boolean,
): readonly string[] {
  return files.filter(file => touches.some(touched => reaches(touched, file, isHiddenToo)));
}

function reaches(touched: string, file: string, isHiddenToo: boolean): boolean {
  if (!/[*?[]/.test(touched)) return isWithin(file, touched) || isWithin(touched, file);
  const [wanted, parts] = [touched.split('/'), file.split('/')];
  // as far as both say something: the file may be a folder, and the pattern one around it
  return wanted.slice(0, parts.length).every((pattern, at) => couldBe(pattern, parts[at] ?? '', isHiddenToo));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function couldBe(pattern: string, name: string, isHiddenToo: boolean): boolean {
  if (!/[*?[]/.test(pattern)) return pattern === name;
  if (name.startsWith('.') && !isHiddenToo && !/^[.[@!+]/.test(pattern)) return false;
  // brackets and what bash may read into them: any name
  return /[[\]()|]/.test(pattern) || pattern.length > 100 || namePattern(pattern).test(name);
}
