/**
 * Git on a repository of the workspace, or of a folder that was let in: always in the sandbox, never on this machine.
 *
 * The settings of a repository can name programs (hooks, fsmonitor, filters, pagers, remotes), and who wrote them is not
 * known. What can be switched off is switched off here, by variables, which count more than a repository's settings; what
 * is left, such as a filter, runs behind the walls and can change nothing but the workspace.
 */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { CommandResult, Executor } from '../../ports/executor.ts';

export interface GitRun {
  /** Shell text; `g` is git in the repository, values come as variables. */
  readonly script: string;
  /** Of the repository, as commands see it. */
  readonly folder: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Private files that it may see. */
  readonly given?: readonly string[] | undefined;
  readonly signal: AbortSignal;
  readonly alive?: (() => void) | undefined;
  readonly timeoutMs?: number;
}

/** Throws `unavailable` where there is no git, `timeout` where it took too long; other exit codes are results. */
export type SandboxGit = (run: GitRun) => Promise<CommandResult>;

const usualMs = 60_000;

export function sandboxGit(executor: Pick<Executor, 'execute' | 'kind'>): SandboxGit {
  return async ({ script, folder, values = {}, stdin, given, signal, alive, timeoutMs = usualMs }) => {
    const result = await executor.execute({
      command: `${prelude}\n${script}`,
      env: { ...environment, ...values, SL_FOLDER: folder },
      timeoutMs,
      signal,
      ...defined({ stdin, given, onAlive: alive }),
    });
    if (result.exitCode === 127)
      throw fault(
        'unavailable',
        executor.kind === 'docker'
          ? says`there is no git in the Docker image that commands run in; name an image with git as [sandbox] image in config.toml, as the one of sandbox/Dockerfile`
          : says`git was not found where commands run; install it there`,
        { cause: 'git' },
      );
    if (result.ended === 'timeout') throw fault('timeout', says`git did not end within ${timeoutMs / 1_000} s`);
    return result;
  };
}

const prelude = 'set -u\ng() { git --no-pager -C "$SL_FOLDER" "$@"; }';

/** Off, whatever the repository says of them. */
const settings: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', 'none'],
  ['core.askPass', ''],
  ['core.editor', 'false'],
  ['core.pager', 'cat'],
  ['core.alternateRefsCommand', 'false'],
  ['core.commitGraph', 'false'],
  ['core.quotePath', 'false'],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['diff.ignoreSubmodules', 'all'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.allow', 'never'],
  ['init.templateDir', ''],
  ['safe.directory', '*'],
  ['color.ui', 'false'],
  ['advice.detachedHead', 'false'],
];

const environment: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ),
};
