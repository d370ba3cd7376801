/** Names of files and folders that are names and nothing else, so that a list of them tells nobody what to do. */

/** Are these a few plain names? Each of up to three words, without blanks. */
export function arePlainNames(names: readonly string[]): boolean {
  return names.length <= mostNames && names.every(isPlainName);
}

/**
 * Does each line of what `ls` or `rm` printed hold one plain name? The columns of a long list are passed over, and the
 * words around a name that is not there or stays.
 */
export function isPlainListing(printed: string): boolean {
  const lines = printed.split('\n').filter(line => line.trim() !== '' && !/^total [\d.,]+[KMGT]?$/.test(line));
  return arePlainNames(lines.map(line => line.replace(columns, '').replace(complaint, '$1').replace(/:$/, '')));
}

const complaint =
  /^(?:ls: cannot access|rm: cannot remove) '([^']*)': (?:No such file or directory|Is a directory|Not a directory|Directory not empty|Permission denied|Operation not permitted)$/u;

/** More of them could spell a sentence. */
const mostNames = 100;
const longestName = 40;
const mostWords = 3;

function isPlainName(path: string): boolean {
  const names = path.split('/').filter(name => name !== '');
  return (
    names.length <= 4 &&
    names.every(name => plain.test(name) && name.length <= longestName && wordsOf(name) <= mostWords)
  );
}

const plain = /^[\p{L}\p{N}._+@-]+$/u;

/** An ending says what kind of file it is. */
function wordsOf(name: string): number {
  return (name.replace(/\.\w{1,5}$/, '').match(/\p{L}+/gu) ?? []).length;
}

/** Rights, links, owner, group, size and time, as `ls -l` prints them. */
const columns = /^[bcdlps-][rwxsStT-]{9}[.+@]? +\d+ \S+ +\S+ +[\d.,]+[KMGT]? \p{L}{3,4}\.? +\d{1,2} +[\d:]{4,5} /u;
