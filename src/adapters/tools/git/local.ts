/** The tools that look at a repository of the workspace, and those that change it: git in the sandbox, never on this machine. */
import { z } from 'zod';
import { branchProblem, revisionProblem } from '../../../domain/git/names.ts';
import type { Sentence } from '../../../domain/policy/sentence.ts';
import { outputTaint } from '../../../domain/policy/taint.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { namedPath } from '../../../domain/tools/named-facts.ts';
import { issueSaying } from '../../../domain/tools/said/issue.ts';
import type { CallFacts } from '../../../domain/tools/tool.ts';
import type { CommandResult, Executor } from '../../../ports/executor.ts';
import type { ConfinedFiles } from '../../../ports/files/confined.ts';
import type { PrivateFiles } from '../../../ports/files/private.ts';
import { defineTool, type Tool, type ToolContext, type ToolOutput } from '../../../ports/tool.ts';
import { answering, pathArgument, shownPath } from '../../files/confined-argument.ts';
import { privateFact } from '../../files/private-files.ts';
import type { SandboxGit } from '../../git/sandbox-git.ts';

const looks = { effect: 'read', isQuiet: true, isOccasional: true, factsOf: namedPath } as const;
const changes = {
  effect: 'act',
  changesWorkspace: true,
  isQuiet: true,
  isOccasional: true,
  deeds: ['keep', 'runCommand'],
  factsOf: args => ({ ...namedPath(args), writes: 'workspace' }),
} as const satisfies Omit<ToolDeclaration, 'name'>;

/** What the tools for a repository say of themselves. */
export const gitStatusDeclaration = {
  name: 'git_status',
  does: { en: 'Shows the state of a Git repository.', de: 'Zeigt den Stand eines Git-Repositorys.' },
  ...looks,
} as const satisfies ToolDeclaration;
export const gitLogDeclaration = {
  name: 'git_log',
  does: { en: 'Lists the commits of a Git repository.', de: 'Listet die Commits eines Git-Repositorys auf.' },
  ...looks,
} as const satisfies ToolDeclaration;
export const gitDiffDeclaration = {
  name: 'git_diff',
  does: { en: 'Shows what differs in a Git repository.', de: 'Zeigt, was sich in einem Git-Repository unterscheidet.' },
  ...looks,
} as const satisfies ToolDeclaration;
export const gitCommitDeclaration = {
  name: 'git_commit',
  does: {
    en: 'Commits changes in a Git repository.',
    de: 'Schreibt Änderungen in die Geschichte eines Git-Repositorys.',
  },
  ...changes,
} as const satisfies ToolDeclaration;
export const gitBranchDeclaration = {
  name: 'git_branch',
  does: {
    en: 'Makes, switches and deletes branches of a Git repository.',
    de: 'Legt Zweige eines Git-Repositorys an, wechselt und löscht sie.',
  },
  ...changes,
} as const satisfies ToolDeclaration;

export interface GitToolOptions {
  readonly files: ConfinedFiles;
  readonly executor: Pick<Executor, 'execute' | 'kind'>;
  readonly privacy: PrivateFiles;
  /** Of commits in a repository that names nobody. */
  readonly author: { readonly name: string; readonly email: string };
}

/** Loaded with the first call. */
export function lazyGit(executor: GitToolOptions['executor']): SandboxGit {
  let opened: SandboxGit | undefined;
  return async run => {
    opened ??= (await import('../../git/sandbox-git.ts')).sandboxGit(executor);
    return opened(run);
  };
}

export function repositoryArgument(files: ConfinedFiles, isWritten = false) {
  return pathArgument(files, 'The folder of the repository, in the workspace.', { isWritten });
}

/** A word that git is given; what it could take for an option is refused. */
export function gitWord(description: string, problem: (text: string) => Sentence | undefined) {
  return z
    .string()
    .min(1)
    .max(200)
    .superRefine((text, issues) => {
      const why = problem(text);
      if (why !== undefined) issues.addIssue(issueSaying(typeof why === 'string' ? { form: why } : why));
    })
    .describe(description);
}

const fileName = (description: string) =>
  z
    .string()
    .min(1)
    .max(1_000)
    .refine(text => !/\p{Cc}/u.test(text), 'must be a name without control characters')
    .describe(description);

export function localGitTools(options: GitToolOptions): readonly Tool[] {
  const git = lazyGit(options.executor);
  return [
    statusTool(options, git),
    logTool(options, git),
    diffTool(options, git),
    commitTool(options, git),
    branchTool(options, git),
  ];
}

function statusTool({ files, privacy }: GitToolOptions, git: SandboxGit): Tool {
  return defineTool({
    ...gitStatusDeclaration,
    description:
      'Shows the state of a Git repository of the workspace: its branch, what was changed, its branches and the addresses of its remotes.',
    schema: z.strictObject({ path: repositoryArgument(files) }),
    intent: ({ path }, language) => intentTexts(language).gitLook('status', shownPath(files, path)),
    facts: ({ path }) => factsAt(files, privacy, path),
    run: ({ path }, context) => looked(git, files, path, context, statusScript),
  });
}

const statusScript = `export GIT_OPTIONAL_LOCKS=0
g status --short --branch --untracked-files=normal || exit
echo "── branches ──"
g for-each-ref --sort=-committerdate --count=30 --format='%(HEAD) %(refname:short) %(objectname:short) %(contents:subject)' refs/heads refs/remotes
echo "── remotes ──"
g config --get-regexp '^remote\\..*\\.url$' || true`;

function logTool({ files, privacy }: GitToolOptions, git: SandboxGit): Tool {
  return defineTool({
    ...gitLogDeclaration,
    description:
      'Lists commits of a Git repository of the workspace, the newest first, with the files that each changed.',
    schema: z.strictObject({
      path: repositoryArgument(files),
      revision: gitWord('A branch, commit or range as in main..HEAD; HEAD if left out.', revisionProblem).default(
        'HEAD',
      ),
      file: fileName('Only commits that changed this file or folder, by its path in the repository.').optional(),
      most: z.int().min(1).max(200).default(20),
    }),
    intent: ({ path }, language) => intentTexts(language).gitLook('log', shownPath(files, path)),
    facts: ({ path }) => factsAt(files, privacy, path),
    run: ({ path, revision, file, most }, context) =>
      looked(git, files, path, context, logScript, {
        SL_REVISION: revision,
        SL_MOST: String(most),
        SL_FILE: fileValue(file),
      }),
  });
}

const fileValue = (file: string | undefined) => (file === undefined ? '' : `:(literal)${file}`);

const logScript = `g log --no-color --no-ext-diff --no-textconv --date=iso-strict --stat=100,70 --format='%n%h %ad %an: %s' --max-count="$SL_MOST" --end-of-options "$SL_REVISION" -- \${SL_FILE:+"$SL_FILE"}`;

function diffTool({ files, privacy }: GitToolOptions, git: SandboxGit): Tool {
  return defineTool({
    ...gitDiffDeclaration,
    description:
      'Shows what differs in a Git repository of the workspace: the files against the last commit, or one commit or branch against another.',
    schema: z.strictObject({
      path: repositoryArgument(files),
      from: gitWord('A commit or branch; the last commit if left out.', revisionProblem).default('HEAD'),
      to: gitWord('A commit or branch; the files as they are if left out.', revisionProblem).optional(),
      file: fileName('Only this file or folder, by its path in the repository.').optional(),
      summary: z.boolean().default(false).describe('Only names and counts of lines.'),
    }),
    intent: ({ path }, language) => intentTexts(language).gitLook('diff', shownPath(files, path)),
    facts: ({ path }) => factsAt(files, privacy, path),
    run: ({ path, from, to, file, summary }, context) =>
      looked(git, files, path, context, diffScript, {
        SL_FROM: from,
        SL_TO: to ?? '',
        SL_FILE: fileValue(file),
        SL_HOW: summary ? '--stat=100,70' : '--patch',
      }),
  });
}

const diffScript = `export GIT_OPTIONAL_LOCKS=0
g diff "$SL_HOW" --no-color --no-ext-diff --no-textconv --end-of-options "$SL_FROM" \${SL_TO:+"$SL_TO"} -- \${SL_FILE:+"$SL_FILE"}`;

function commitTool({ files, privacy, author }: GitToolOptions, git: SandboxGit): Tool {
  return defineTool({
    ...gitCommitDeclaration,
    description:
      'Commits changes in a Git repository of the workspace: the files named, or all that was changed. Hooks do not run, private files stay out.',
    schema: z.strictObject({
      path: repositoryArgument(files, true),
      message: z.string().trim().min(1).max(10_000).describe('The subject, an empty line, and more if needed.'),
      files: z
        .array(fileName('A path in the repository.'))
        .max(500)
        .optional()
        .describe('All that was changed, if left out.'),
    }),
    intent: ({ path, message }, language) =>
      intentTexts(language).gitCommit(shownPath(files, path), message.split('\n')[0] ?? ''),
    facts: ({ path }) => ({ ...factsAt(files, privacy, path), writes: 'workspace' as const }),
    run: ({ path, message, files: named = [] }, context) => {
      const folder = shownPath(files, path);
      const hidden = privacy
        .now(5_000)
        .filter(one => one.startsWith(`${folder}/`))
        .map(one => one.slice(folder.length + 1));
      const specs = [
        ...(named.length === 0 ? ['.'] : named.map(one => `:(literal)${one}`)),
        ...hidden.map(one => `:(exclude,top,literal)${one}`),
      ];
      return looked(
        git,
        files,
        path,
        context,
        commitScript,
        { SL_MESSAGE: message, SL_NAME: author.name, SL_EMAIL: author.email },
        specs.join('\n'),
      );
    },
  });
}

/** The files come a line each; the message by a variable, so that nothing of it is read as anything else. */
const commitScript = `specs=$(cat)
[ -n "$(g config user.name)" ] || export GIT_AUTHOR_NAME="$SL_NAME" GIT_COMMITTER_NAME="$SL_NAME"
[ -n "$(g config user.email)" ] || export GIT_AUTHOR_EMAIL="$SL_EMAIL" GIT_COMMITTER_EMAIL="$SL_EMAIL"
printf '%s\\n' "$specs" | g add --all --pathspec-from-file=- || exit
printf '%s\\n' "$SL_MESSAGE" | g commit --no-verify --no-gpg-sign --cleanup=whitespace --quiet --file=- || exit
g log -1 --no-color --no-ext-diff --no-textconv --stat=100,70 --format='committed %h: %s'`;

function branchTool({ files, privacy }: GitToolOptions, git: SandboxGit): Tool {
  return defineTool({
    ...gitBranchDeclaration,
    description:
      'Makes a branch in a Git repository of the workspace, switches to one, or deletes one that is merged. What is not committed is never thrown away: git refuses then.',
    schema: z.strictObject({
      path: repositoryArgument(files, true),
      action: z.enum(['create', 'switch', 'delete']),
      name: gitWord('The branch.', branchProblem),
      from: gitWord('For create: where it begins; HEAD if left out.', revisionProblem).default('HEAD'),
    }),
    intent: ({ path, action, name }, language) => intentTexts(language).gitBranch(action, name, shownPath(files, path)),
    facts: ({ path }) => ({ ...factsAt(files, privacy, path), writes: 'workspace' as const }),
    run: ({ path, action, name, from }, context) =>
      looked(git, files, path, context, branchScripts[action], { SL_NAME: name, SL_FROM: from }),
  });
}

const branchScripts = {
  create:
    'g switch -q --no-recurse-submodules -c "$SL_NAME" "$SL_FROM" && echo "made the branch $SL_NAME, which is the current one now"',
  switch:
    'g switch -q --no-recurse-submodules --no-guess "$SL_NAME" && echo "switched to $SL_NAME" && g status --short --branch',
  delete: 'g branch -d "$SL_NAME"',
} as const;

function factsAt(files: ConfinedFiles, privacy: PrivateFiles, path: string): CallFacts {
  return { path: shownPath(files, path), ...privateFact(privacy, files.place(path)) };
}

/** Runs it, and answers what it wrote: text of the repository, so of others. */
function looked(
  git: SandboxGit,
  files: ConfinedFiles,
  path: string,
  { signal, alive, facts }: ToolContext,
  script: string,
  values: Readonly<Record<string, string>> = {},
  stdin?: string,
): Promise<ToolOutput> {
  return answering('external', async () => {
    const given = facts?.private;
    const folder = shownPath(files, path);
    return outputOf(await git({ script, folder, values, signal, alive, given, ...defined({ stdin }) }));
  });
}

function outputOf({ exitCode, stdout, stderr }: CommandResult): ToolOutput {
  const text = [stdout.trimEnd(), stderr.trim()].filter(Boolean).join('\n');
  return { text: text === '' ? 'Nothing.' : text, failed: exitCode !== 0, taint: outputTaint(text) };
}
