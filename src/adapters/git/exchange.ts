/**
 * Clone, fetch and push: between a repository of the workspace, which is worked on in the sandbox alone, and a server,
 * which only our own bare repository speaks with. Between the two goes a file of objects (a bundle) and nothing else.
 */
import { rmSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { branchProblem, commitForm } from '../../domain/git/names.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { CommandResult } from '../../ports/executor.ts';
import type { ConfinedFiles, Place } from '../../ports/files/confined.ts';
import { contentOf } from '../files/content/file-content.ts';
import { oneByOne } from '../process/one-by-one.ts';
import { type Outgoing, type OwnRepository, ownRepository, type Ref } from './own-repository.ts';
import { type GitNetwork, type GitService, openGitRelay } from './relay.ts';
import type { GitRun, SandboxGit } from './sandbox-git.ts';

export interface ExchangeOptions {
  readonly files: ConfinedFiles;
  readonly git: SandboxGit;
  readonly network: GitNetwork;
  /** Where our own repositories lie; no command reaches it. */
  readonly root: string;
}

/** One exchange with one server. */
export interface With {
  readonly url: string;
  readonly authorization?: string | undefined;
  readonly signal: AbortSignal;
  readonly alive?: (() => void) | undefined;
}

export interface PushPlan extends Outgoing {
  readonly commit: string;
  /** What the remote has of the branch, as far as is known here. */
  readonly base: string | undefined;
}

export interface GitExchange {
  /** Into a folder that is not there, or empty. Answers what was brought. */
  clone(place: Place, how: With): Promise<string>;
  fetch(place: Place, remote: string, how: With): Promise<string>;
  /** What a push of this branch would bring, from the very objects that it would send. No server is asked. */
  plan(place: Place, what: { readonly remote: string; readonly branch: string }, how: With): Promise<PushPlan>;
  push(place: Place, what: Push, how: With): Promise<void>;
}

export interface Push {
  readonly remote: string;
  readonly branch: string;
  readonly commit: string;
  /** The branch at the server; undefined: it is not there. */
  readonly expected: string | undefined;
}

const mostBundleBytes = 512 * 2 ** 20;
const longMs = 600_000;

export function gitExchange(options: ExchangeOptions): GitExchange {
  const { files, network, root } = options;
  const oneAfterAnother = oneByOne();
  const { inSandbox, bring, take } = between(options);

  /** With our repository of this address; one piece of work at a time. */
  const within = <Value>({ url, signal }: With, work: (own: OwnRepository) => Promise<Value>) =>
    oneAfterAnother(async () => work(await ownRepository(root, url, network.clock.now(), signal)));

  return {
    clone: (place, how) =>
      within(how, async own => {
        const head = await reaching('git-upload-pack', how, network, async address => {
          await own.fetch(address);
          return own.head(address);
        });
        const refs = await own.refs();
        const values = { SL_URL: how.url, SL_BRANCH: firstBranch(head, refs) ?? '' };
        return bring(own, place, [], how, { script: cloneScript, values, stdin: refLines(refs, 'origin') });
      }),
    fetch: (place, remote, how) =>
      within(how, async own => {
        const { stdout } = await inSandbox(place, how, { script: havesScript });
        await reaching('git-upload-pack', how, network, own.fetch);
        const haves = await own.holding(stdout.split('\n').map(line => line.trim()));
        return bring(own, place, haves, how, { script: setRefs, stdin: refLines(await own.refs(), remote) });
      }),
    plan: (place, { remote, branch }, how) =>
      within(how, async own => {
        const values = { SL_REMOTE: remote, SL_BRANCH: branch };
        const { stdout } = await inSandbox(place, how, { script: planScript, values });
        const [commit = '', known = ''] = stdout.split('\n').map(line => line.trim());
        if (!commitForm.test(commit))
          throw fault('invalid', says`there is no branch ${branch} in ${files.name(place)}`);
        const base = commitForm.test(known) ? known : undefined;
        await take(own, place, commit, base, how);
        if (base !== undefined) await take(own, place, base, undefined, how);
        return { commit, base, ...(await own.outgoing(commit, base)) };
      }),
    push: (place, { remote, branch, commit, expected }, how) =>
      within(how, async own => {
        await take(own, place, commit, expected, how);
        const said = await reaching('git-receive-pack', how, network, address =>
          own.push(address, { commit, branch, expected }),
        );
        mustBeTaken(said);
        await inSandbox(place, how, {
          script: 'g update-ref "refs/remotes/$SL_REMOTE/$SL_BRANCH" "$SL_COMMIT"',
          values: { SL_REMOTE: remote, SL_BRANCH: branch, SL_COMMIT: commit },
        });
      }),
  };
}

/** The server's own words count more than what git made of them. */
async function reaching<Value>(
  service: GitService,
  how: With,
  network: GitNetwork,
  work: (address: string) => Promise<Value>,
): Promise<Value> {
  const relay = await openGitRelay({ ...how, service, network });
  try {
    return await work(relay.address);
  } catch (error) {
    how.signal.throwIfAborted();
    throw relay.problem() ?? error;
  } finally {
    await relay.close();
  }
}

type Script = Pick<GitRun, 'script' | 'values' | 'stdin'>;

/** Objects on their way between the sandbox and our repository. */
function between({ files, git, network: { clock } }: ExchangeOptions) {
  async function inSandbox(place: Place, { signal, alive }: With, script: Script): Promise<CommandResult> {
    const result = await git({ ...script, folder: files.name(place), signal, alive, timeoutMs: longMs });
    if (result.exitCode === 0) return result;
    const said = (result.stderr || result.stdout).trim().slice(-600);
    throw fault('invalid', says`git could not do that in the repository: ${said}`);
  }

  /** A name in the workspace under which a file of objects lies for a moment. */
  async function withFile<Value>(work: (file: Place) => Promise<Value>): Promise<Value> {
    const file = files.place(`/workspace/.straylight-git-${clock.id()}.bundle`);
    try {
      return await work(file);
    } finally {
      const values = { SL_FILE: files.name(file) };
      const { signal } = new AbortController();
      await git({ script: 'rm -f -- "$SL_FILE"', folder: '/workspace', values, signal }).catch(() => {});
    }
  }

  /** Puts what our repository has beyond these commits into the sandbox, and runs a script there; answers what it said. */
  async function bring(own: OwnRepository, place: Place, without: readonly string[], how: With, script: Script) {
    const temporary = join(own.folder, `out-${clock.id()}.bundle`);
    const run = async (file: string) =>
      (await inSandbox(place, how, { ...script, values: { ...script.values, SL_FILE: file } })).stdout;
    try {
      if (!(await own.bundle(temporary, without))) return await run('');
      const { size } = statSync(temporary);
      if (size > mostBundleBytes)
        throw fault('invalid', says`the repository has ${megabytes(size)} MB, and at most ${mostMb} are brought in`);
      return await withFile(async file => {
        await files.put(file, await readFile(temporary));
        return run(files.name(file));
      });
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  /** Takes a commit of the sandbox with its history into our repository, which may have `known` of it. */
  async function take(own: OwnRepository, place: Place, commit: string, known: string | undefined, how: With) {
    if ((await own.holding([commit])).length > 0) return;
    const without = await own.holding(known === undefined ? [] : [known]);
    const temporary = join(own.folder, `in-${clock.id()}.bundle`);
    await withFile(async file => {
      const values = { SL_FILE: files.name(file), SL_COMMIT: commit };
      await inSandbox(place, how, { script: packScript, values, stdin: without.map(one => `${one}\n`).join('') });
      await using opened = await files.open(file);
      const { size } = opened.stats;
      if (size > mostBundleBytes)
        throw fault('invalid', says`the branch has ${megabytes(size)} MB, and at most ${mostMb} are sent`);
      try {
        await writeFile(temporary, contentOf(opened, how.alive), { mode: 0o600, flag: 'wx' });
        await own.unbundle(temporary);
      } finally {
        rmSync(temporary, { force: true });
      }
    });
  }

  return { inSandbox, bring, take };
}

const mostMb = mostBundleBytes / 2 ** 20;
const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20);

/** Its line in git's own words for programs: `!` stands before what was refused. */
function mustBeTaken(said: string): void {
  const refused = said.split('\n').find(line => line.startsWith('!'));
  if (refused === undefined) return;
  const why = /\((.*)\)$/.exec(refused)?.[1] ?? refused;
  if (/stale info|fetch first|non-fast-forward/.test(why))
    throw fault(
      'invalid',
      says`the branch is not what it was when this push was shown (${why}): fetch, and look at what would be pushed once more. Nothing was changed`,
    );
  throw fault('invalid', says`the server did not take the push (${why.slice(0, 300)})`);
}

function firstBranch(head: string | undefined, refs: readonly Ref[]): string | undefined {
  const branches = refs.flatMap(({ name }) => (name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : []));
  const usable = branches.filter(name => branchProblem(name) === undefined);
  return [head, 'main', 'master', usable[0]].find(name => name !== undefined && usable.includes(name));
}

/** A commit and its place a line, for those whose names are plain. */
function refLines(refs: readonly Ref[], remote: string): string {
  return refs
    .flatMap(({ commit, name }) => {
      const [, kind, short = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(name) ?? [];
      if (kind === undefined || branchProblem(short) !== undefined) return [];
      return `${commit} ${kind === 'heads' ? `refs/remotes/${remote}/${short}` : `refs/tags/${short}`}\n`;
    })
    .join('');
}

/** Sets each place of the standard input, and says which is new or another one. A tag that is there stays. */
const setRefs = `
if [ -n "$SL_FILE" ]; then g bundle unbundle "$SL_FILE" >/dev/null || exit 1; fi
while read -r new ref; do
  old=$(g rev-parse -q --verify "$ref" || true)
  [ "$old" = "$new" ] && continue
  case "$ref" in refs/tags/*) [ -n "$old" ] && continue;; esac
  g update-ref "$ref" "$new" || exit 1
  if [ -z "$old" ]; then echo "new: \${ref#refs/}"; else echo "changed: \${ref#refs/}"; fi
done`;

const cloneScript = `
if [ -n "$(ls -A "$SL_FOLDER" 2>/dev/null)" ]; then echo "the folder is not empty" >&2; exit 1; fi
mkdir -p "$SL_FOLDER" || exit 1
g init -q --template= -b "\${SL_BRANCH:-main}" . || exit 1
${setRefs}
g remote add origin "$SL_URL" || exit 1
if [ -n "$SL_BRANCH" ]; then g checkout -q -B "$SL_BRANCH" --track "origin/$SL_BRANCH" || exit 1; echo "on the branch $SL_BRANCH"; fi
if g ls-files --error-unmatch .gitmodules >/dev/null 2>&1; then echo "it has submodules, which were not brought in"; fi`;

const havesScript = `g for-each-ref --sort=-committerdate --count=200 --format='%(objectname)' refs/remotes refs/heads || exit 1`;

const planScript = `
g rev-parse --verify -q "refs/heads/$SL_BRANCH^{commit}" || echo none
g rev-parse --verify -q "refs/remotes/$SL_REMOTE/$SL_BRANCH^{commit}" || true`;

const packScript = `
without=""
while read -r one; do g cat-file -e "$one^{commit}" 2>/dev/null && without="$without ^$one"; done
g update-ref refs/straylight/push "$SL_COMMIT" || exit 1
g bundle create -q "$SL_FILE" refs/straylight/push $without
code=$?
g update-ref -d refs/straylight/push
exit $code`;
