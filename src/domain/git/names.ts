/** Which addresses, branches and revisions may stand in a call: none that git could take for an option or a program. */
import { type Sentence, says } from '../policy/sentence.ts';

const shown = (text: string) => JSON.stringify(text.slice(0, 120));

/** Why this is no address of a repository; undefined where it is one. */
export function addressProblem(address: string): Sentence | undefined {
  const url = URL.parse(address);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.search === '';
  if (isPlain && url.hash === '' && /^[\x21-\x7e]+$/.test(address) && url.pathname.length > 1) return undefined;
  return says`expected the address of a git repository that begins with https://, without user, password and ?; came ${shown(address)}`;
}

/** One form for one repository: without a slash at its end. */
export function plainAddress(address: string): string {
  return new URL(address).href.replace(/\/+$/, '');
}

/** Why this cannot be the name of a branch or a remote; undefined where it can. The rules are those of `git check-ref-format`. */
export function branchProblem(name: string): Sentence | undefined {
  const parts = name.split('/');
  const isName =
    /^[\w][\w./+#=-]{0,199}$/.test(name) &&
    name !== 'HEAD' &&
    !name.includes('..') &&
    parts.every(part => part !== '' && !part.startsWith('.') && !part.endsWith('.') && !part.endsWith('.lock'));
  return isName
    ? undefined
    : says`expected the name of a branch, of letters, digits and . _ - / without a - at its beginning; came ${shown(name)}`;
}

/** Why this cannot name a commit or a range of them; undefined where it can. */
export function revisionProblem(text: string): Sentence | undefined {
  return /^[A-Za-z0-9_@][\w./~^@{}+#=-]{0,199}$/.test(text)
    ? undefined
    : says`expected a commit, branch or range as in main, HEAD~2 or v1..v2; came ${shown(text)}`;
}

/** The whole name of a commit. */
export const commitForm = /^[0-9a-f]{40}$|^[0-9a-f]{64}$/;
