/**
 * Which files of a Git repository decide what Git runs: its hooks, its settings, its attributes, and where all that
 * lies.
 *
 * Who runs `git` beside them, on this machine too, runs what they say. So they are more than files to the policy that judges a
 * path.
 */

/** `parts`: the path in order, letters small. */
export function isRepositoryFile(parts: readonly string[]): boolean {
  const folders = parts.slice(0, -1);
  const name = parts.at(-1) ?? '';
  // the repository itself: that of a checkout, a bare one, those of worktrees and submodules; as a file `.git` says
  // where it is
  if (name === '.git' || folders.some(folder => folder.endsWith('.git'))) return true;
  return hooks.has(name) || folders.some(folder => hookFolders.has(folder));
}

/** Where `core.hooksPath` usually leads. */
const hookFolders: ReadonlySet<string> = new Set(['.githooks', 'githooks', 'git-hooks', '.husky']);

/** The names Git looks for, wherever `core.hooksPath` leads. */
const hooks: ReadonlySet<string> = new Set([
  ...['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg'],
  ...['commit-msg', 'post-commit', 'pre-rebase', 'post-checkout', 'post-merge', 'pre-push', 'pre-receive', 'update'],
  ...['proc-receive', 'post-receive', 'post-update', 'reference-transaction', 'push-to-checkout', 'pre-auto-gc'],
  ...['post-rewrite', 'sendemail-validate', 'fsmonitor-watchman', 'post-index-change'],
]);
