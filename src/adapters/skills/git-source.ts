/**
 * A repository brought in by git: its newest commit alone, without hooks, filters, submodules and links, and with none
 * of the owner's git settings or credentials.
 */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { gitClient } from '../process/git-client.ts';

/** Throws `unavailable` where it cannot be cloned. */
export async function cloned(address: string, folder: string): Promise<void> {
  if (!/^https?:\/\/[^\s@]+$/.test(address))
    throw fault(
      'invalid',
      says`expected the address of a git repository that begins with https://, without user or password; came ${address.slice(0, 200)}`,
    );
  const git = await gitClient({ folder: '/', timeoutMs: 60_000, settings });
  try {
    await git.raw([
      'clone',
      '--quiet',
      '--depth',
      '1',
      '--no-tags',
      '--single-branch',
      '--template=',
      '--',
      address,
      folder,
    ]);
  } catch (error) {
    const text = (error as Error).message.trim();
    throw fault(
      'unavailable',
      text.includes('ENOENT')
        ? says`git was not found; install it, or give an archive`
        : says`the repository could not be cloned: ${text.slice(0, 300)}`,
      { cause: 'git' },
    );
  }
}

const settings = [
  'core.symlinks=false',
  'core.attributesFile=/dev/null',
  'submodule.recurse=false',
  'protocol.allow=never',
  'protocol.https.allow=always',
  'protocol.http.allow=always',
  'http.followRedirects=false',
];
