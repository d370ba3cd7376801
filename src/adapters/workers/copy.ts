/**
 * The copy of a folder that a worker or the agent of a plan works on, and the diff of what was done there.
 *
 * It is a clone and no linked worktree: one of those shares `.git` with the folder, so what works in it could change
 * the folder's branches, hooks and settings before anybody has looked. A second, bare clone, which nobody who works
 * there ever sees, is what its files are compared with. A worker gets the last commit, and a repository of its own
 * around it; the agent of a plan the files as they are now, since steps before it may have changed them, and no
 * repository at all. All of git runs in walls of its own (sandbox-run.ts): the settings of a repository can start
 * programs, so this process reads none, and opens no file that a worker could have replaced.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inEnglish, type Sentence, says } from '../../domain/policy/sentence.ts';
import { writeFindings } from '../../domain/shell/paths.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { canonical } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { mostDiffBytes, type WorkStat } from '../../domain/workers/worker.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Executor, Resident } from '../../ports/executor.ts';
import type { WorkCopies } from '../../ports/workers/work-copies.ts';
import { runInSandbox } from './sandbox-run.ts';

/** The places of one piece of work, on this machine. */
export interface CopyPlaces {
  readonly root: string;
  /** What the worker works on. */
  readonly tree: string;
  /** The home of its program, where its threads are. */
  readonly home: string;
  /** What checks run on. */
  readonly checked: string;
}

const gitMs = 300_000;
const mostOutput = 64 * 1024;
const mostConflicts = 10;
const mostReasons = 8;

/** {@link WorkCopies} in a folder of the home. */
export function copiesIn(options: {
  readonly executor: Executor;
  readonly clock: Clock;
  /** In the home. */
  readonly folder: string;
  /** Where the copies of plans lie, in the workspace; without it they are those of workers. */
  readonly trees?: string;
}): WorkCopies & { readonly places: (address: string) => CopyPlaces } {
  function places(address: string): CopyPlaces {
    const name = address.slice(address.indexOf(':') + 1);
    const root = join(options.folder, name);
    const tree = options.trees === undefined ? join(root, 'tree') : join(options.trees, name);
    return { root, tree, home: join(root, 'home'), checked: join(root, 'checked') };
  }

  const git = (address: string, folder: string, script: string, workspace: Resident['workspace']) =>
    gitIn(options, places(address), folder, script, workspace);

  return {
    places,
    async make(address, folder) {
      const { root, tree, home, checked } = places(address);
      for (const one of [root, tree]) await rm(one, { recursive: true, force: true, maxRetries: 3 });
      for (const one of [root, tree, home, checked]) await mkdir(one, { recursive: true, mode: 0o700 });
      // a repository may belong to somebody else: nothing of it is run outside of these walls
      await writeFile(join(root, 'gitconfig'), '[safe]\n\tdirectory = *\n[core]\n\thooksPath = /dev/null\n');
      const script = options.trees === undefined ? makeScript : asItIsScript;
      const { code, out, err } = await git(address, folder, script, 'read');
      if (code === 0) return { uncommitted: Number(out.trim()) || 0 };
      return { problem: whyNoCopy(code, folder, err) };
    },
    async checkOut(address, which) {
      const { checked } = places(address);
      await rm(checked, { recursive: true, force: true });
      await mkdir(checked, { mode: 0o700 });
      const { code, err } = await git(address, '.', which === 'before' ? beforeScript : afterScript, 'none');
      if (code !== 0) throw fault('unavailable', says`git could not write what is to be checked: ${oneLine(err, 300)}`);
    },
    async diff(address, folder) {
      const { root } = places(address);
      const { code, err } = await git(address, folder, diffScript, 'none');
      if (code !== 0) return { problem: says`git could not compare the files of the worker: ${oneLine(err, 300)}` };
      const patch = join(root, 'result.patch');
      const { size } = await stat(patch);
      if (size > mostDiffBytes)
        return { problem: says`its diff has ${size} bytes, and at most ${mostDiffBytes} can be shown and accepted` };
      const [diff, counts, raw] = await Promise.all(
        [patch, join(root, 'counts'), join(root, 'raw')].map(path => readFile(path, 'utf8')),
      );
      const problem = whyUntakeable(raw ?? '');
      if (problem) return { problem };
      const paths = (raw ?? '').split('\0').filter((_, at) => at % 2 === 1);
      return {
        stat: statOf(counts ?? ''),
        digest: await digestOf(address, folder, root),
        diff: diff ?? '',
        reasons: reasonsFor(folder, paths),
      };
    },
    async fit(address, folder) {
      const { out, code, err } = await git(address, folder, fitScript, 'read');
      if (code !== 0 && out === '') return { conflicts: [oneLine(err, 200) || 'git apply failed'], isThere: false };
      return { conflicts: out.startsWith('there') ? [] : linesOf(out), isThere: out.startsWith('there') };
    },
    async merge(address, folder, digest) {
      if ((await digestOf(address, folder, places(address).root)) !== digest)
        throw fault('denied', says`the diff is not the one that was accepted; nothing was changed`);
      const { code, err } = await git(address, folder, mergeScript, 'write');
      // from here on something may be there already
      if (code === 47)
        throw fault('unknown', says`while it was merged, this was changed by others: ${oneLine(err, 200)}`);
      if (code === 48 || code === null)
        throw fault('unknown', says`not all of it could be written: ${oneLine(err, 200)}`);
      return { conflicts: code === 0 ? [] : linesOf(err).concat(err === '' ? ['git apply failed'] : []) };
    },
    async remove(address) {
      const { root, tree } = places(address);
      // what is left of the root says that there may be a tree
      for (const one of [tree, root]) await rm(one, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const gitEnv = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  HOME: '/tmp',
  LC_ALL: 'C.UTF-8',
};

const baseScript = `
cd "$FOLDER" || exit 41
[ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$FOLDER" ] || exit 42
git rev-parse -q --verify 'HEAD^{commit}' >/dev/null || exit 43
git clone -q --bare --no-local --no-tags "$FOLDER" "$ROOT/base.git" || exit 44
git --git-dir="$ROOT/base.git" remote remove origin || exit 44`;

const makeScript = `${baseScript}
git --git-dir="$ROOT/base.git" rev-parse 'HEAD^{tree}' > "$ROOT/base" || exit 44
git clone -q --no-local "$ROOT/base.git" "$TREE" || exit 44
cd "$TREE" || exit 44
git remote remove origin
git config user.name 'Coding worker' && git config user.email worker@localhost || exit 44
cd "$FOLDER" && git status --porcelain --untracked-files=all | wc -l`;

// what a killed process has left of a file that it wrote (src/adapters/files/confined-files.ts) is no work of anybody
const butDrafts = "':(exclude,glob)**/.straylight-????????????????.part'";

// its own index and the bare clone: nothing of what the worker may have done to its .git is read
const own = 'export GIT_DIR="$ROOT/base.git" GIT_INDEX_FILE="$ROOT/index"; rm -f "$ROOT/index"';

/**
 * The files as they are, with what is in no commit yet; links are files in which it says where they lead, so none leads
 * the agent out of its copy. What is private and hidden from commands stays as it was committed.
 */
const asItIsScript = `${baseScript}
git --git-dir="$ROOT/base.git" config core.symlinks false
${own}; export GIT_WORK_TREE="$FOLDER"
git read-tree HEAD || exit 44
git -c core.symlinks=true -c core.excludesFile="$FOLDER/.git/info/exclude" add -A --ignore-errors . ${butDrafts} 2>"$ROOT/left-out"
git write-tree > "$ROOT/base" || exit 44
export GIT_WORK_TREE="$TREE"
cd "$TREE" && git checkout-index -a || exit 44`;

const diffScript = `
${own}; export GIT_WORK_TREE="$TREE" BASE="$(cat "$ROOT/base" 2>/dev/null || echo HEAD)"
cd "$TREE" || exit 51
git read-tree "$BASE" && git add -A . ${butDrafts} && git write-tree > "$ROOT/result" || exit 52
made="$(cat "$ROOT/result")"
git diff-tree -r -z --no-renames --raw "$BASE" "$made" > "$ROOT/raw" || exit 53
git diff-tree -r -z --no-renames --numstat "$BASE" "$made" > "$ROOT/counts" || exit 53
git diff-tree -p --binary --full-index --no-renames --no-ext-diff --no-textconv "$BASE" "$made" > "$ROOT/result.patch"`;

const intoChecked = 'export GIT_WORK_TREE="$ROOT/checked"; cd "$ROOT/checked"';
const checkOut = 'git -c core.symlinks=true checkout-index -a';
const beforeScript = `${own}; ${intoChecked} && git read-tree "$(cat "$ROOT/base" 2>/dev/null || echo HEAD)" && ${checkOut}`;
const afterScript = `${own}; ${intoChecked} && git read-tree "$(cat "$ROOT/result")" && ${checkOut}`;

const apply = 'git --git-dir="$ROOT/base.git" --work-tree="$FOLDER" apply --binary --whitespace=nowarn';

const fitScript = `
cd "$FOLDER" || exit 41
if ${apply} --check "$ROOT/result.patch" 2>"$ROOT/fit"; then exit 0; fi
if ${apply} --check --reverse "$ROOT/result.patch" 2>/dev/null; then echo there; exit 0; fi
head -c 4000 "$ROOT/fit"`;

/**
 * First each file as it was and as it is to be, beside the folder; then, once that is whole, file by file. So a merge
 * that a kill has cut off is carried to its end, and a file that somebody else has changed meanwhile is not written
 * over.
 */
const mergeScript = `
cd "$FOLDER" || exit 41
export STAGE="$ROOT/merge"
same() { [ -e "$1" ] || { [ ! -e "$2" ]; return; }; [ -e "$2" ] &&
  [ "$(stat -c %a "$1") $(sha256sum < "$1")" = "$(stat -c %a "$2") $(sha256sum < "$2")" ]; }
if [ ! -e "$STAGE/ready" ]; then
  rm -rf "$STAGE" && mkdir -p "$STAGE/old" "$STAGE/new" || exit 45
  ${apply} --check "$ROOT/result.patch" || exit 46
  git --git-dir="$ROOT/base.git" apply --numstat -z "$ROOT/result.patch" | tr '\\0' '\\n' | cut -f 3- > "$STAGE/paths"
  while IFS= read -r path; do
    [ -e "$path" ] || continue
    for side in old new; do
      mkdir -p "$STAGE/$side/$(dirname "./$path")" && cp -p "./$path" "$STAGE/$side/$path" || exit 45
    done
  done < "$STAGE/paths"
  cd "$STAGE/new" && git --git-dir="$ROOT/base.git" --work-tree="$STAGE/new" apply --binary --whitespace=nowarn \
    "$ROOT/result.patch" || exit 46
  touch "$STAGE/ready" && cd "$FOLDER" || exit 45
fi
while IFS= read -r path; do
  same "./$path" "$STAGE/new/$path" || same "./$path" "$STAGE/old/$path" || { echo "$path" >&2; exit 47; }
done < "$STAGE/paths"
while IFS= read -r path; do
  same "./$path" "$STAGE/new/$path" && continue
  if [ -e "$STAGE/new/$path" ]; then
    mkdir -p "$(dirname "./$path")" && cp -p "$STAGE/new/$path" "./$path.straylight-merge" &&
      mv -f "./$path.straylight-merge" "./$path" || exit 48
  else
    rm -f "./$path" && rmdir -p --ignore-fail-on-non-empty "$(dirname "$path")" 2>/dev/null
  fi
done < "$STAGE/paths"
exit 0`;

function whyNoCopy(code: number | null, folder: string, err: string): Sentence {
  if (code === 41) return says`there is no folder ${folder} in the workspace`;
  if (code === 42)
    return says`${folder} is no git repository of its own: expected a folder of the workspace with .git in it`;
  if (code === 43) return says`the repository ${folder} has no commit yet, so there is nothing to work on`;
  return says`git could not copy ${folder}: ${oneLine(err, 300) || `exit code ${code ?? '?'}`}`;
}

/** What a patch should not bring into a folder. `raw`: `:MODE MODE HASH HASH STATUS`, then the path. */
function whyUntakeable(raw: string): Sentence | undefined {
  const parts = raw.split('\0');
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = ''] = /^:\d+ (\d+) /.exec(parts[at] ?? '') ?? [];
    const path = oneLine(parts[at + 1] ?? '', 200);
    if (parts[at + 1]?.includes('\n')) return says`the name of ${path} has a line break, and those are not taken`;
    if (mode === '120000') return says`it makes the symbolic link ${path}, and those are not taken`;
    if (mode === '160000') return says`it makes a repository of its own at ${path}, and those are not taken`;
  }
  return undefined;
}

function statOf(counts: string): WorkStat {
  const rows = counts.split('\0').filter(row => row !== '');
  const sum = (column: number) => rows.reduce((all, row) => all + (Number(row.split('\t')[column]) || 0), 0);
  return { files: rows.length, added: sum(0), removed: sum(1) };
}

/** Files that programs obey, or that are private. */
function reasonsFor(folder: string, paths: readonly string[]): readonly Sentence[] {
  const found = paths.flatMap(path =>
    writeFindings(folder === '.' ? path : `${folder}/${path}`, '.').filter(({ level }) => level > 1),
  );
  const reasons = new Map(found.map(({ reason }) => [inEnglish(reason), reason]));
  return [...reasons.values()].slice(0, mostReasons);
}

async function digestOf(address: string, folder: string, root: string): Promise<string> {
  const patch = createHash('sha256')
    .update(await readFile(join(root, 'result.patch')))
    .digest('hex');
  return createHash('sha256').update(canonical({ address, folder, patch })).digest('hex');
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .slice(0, mostConflicts)
    .map(line => oneLine(line.replace(/^error: /, ''), 200));
}

/** Runs a script with git in walls that hold this copy, and the workspace as it says. */
function gitIn(
  { executor, clock }: { readonly executor: Executor; readonly clock: Clock },
  { root, tree }: CopyPlaces,
  folder: string,
  script: string,
  workspace: Resident['workspace'],
) {
  const seen = executor.folders.workspace;
  return runInSandbox(executor, clock, {
    name: 'git',
    script,
    env: {
      ...gitEnv,
      GIT_CONFIG_GLOBAL: join(root, 'gitconfig'),
      ROOT: root,
      TREE: tree,
      FOLDER: folder === '.' ? seen : `${seen}/${folder}`,
    },
    // what a worker has written is only read
    folders: [
      { path: root, isWritable: true },
      { path: tree, isWritable: script === makeScript || script === asItIsScript },
    ],
    workspace,
    mostBytes: mostOutput,
    timeoutMs: gitMs,
  });
}
