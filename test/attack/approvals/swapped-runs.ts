/**
 * A yes to a command whose script, list or included file is another one when it runs.
 *
 * Each kind is run for real, without a sandbox and in bubblewrap: it is frozen, one of its files is swapped at one of the moments in
 * between, and then it is opened and run. What must not appear is the file that only the swapped content makes. The
 * same for standing approvals and for what a job was defined with; and every acting tool, without walls, with text from
 * outside in play.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { declaredTools } from '../../../src/adapters/declared-tools.ts';
import { bubblewrapExecutor } from '../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { chooseExecutor } from '../../../src/adapters/executors/choose-executor.ts';
import { directExecutor } from '../../../src/adapters/executors/direct/direct.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { confinedPaths } from '../../../src/adapters/files/confined-path.ts';
import { noFileTaint } from '../../../src/adapters/files/file-taint.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { runFiles } from '../../../src/adapters/run-files/run-files.ts';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { executeCommandTool } from '../../../src/adapters/tools/execute-command.ts';
import { type StandingApproval, standingFor } from '../../../src/domain/approvals/standing.ts';
import { judge } from '../../../src/domain/policy/policy.ts';
import { defined, type JsonObject } from '../../../src/domain/text/json.ts';
import { judgedCall } from '../../../src/domain/tools/declaration.ts';
import { boundContent } from '../../../src/domain/tools/run-file.ts';
import { type FrozenCall, isMalformed } from '../../../src/domain/tools/tool.ts';
import type { Executor } from '../../../src/ports/executor.ts';
import type { RunningTool } from '../../../src/ports/tool.ts';
import { random } from '../../domain/random.ts';
import { type Area, type AreaReport, type AttackOptions, type Scope, scoped } from '../area.ts';
import { seedOf } from '../draw.ts';
import { canary, type Kind, loadingKinds } from './loading-kinds.ts';

const sh = `touch ${canary}\n`;
const py = `open(${JSON.stringify(canary)}, "w").close()\n`;
const js = `require("fs").writeFileSync(${JSON.stringify(canary)}, "")\n`;
const script = { 'x.sh': 'true\n' };
const list = { list: 'a\n' };
const swapped: Kind['swap'] = ['x.sh', sh];
const listed: Kind['swap'] = ['list', `${canary}\n`];

const kinds: readonly Kind[] = [
  ...[
    'sh x.sh',
    'bash x.sh',
    'bash -e x.sh',
    'sh ./x.sh',
    '. ./x.sh',
    'source x.sh',
    'bash < x.sh',
    'cat x.sh | bash',
    'timeout 5 sh x.sh',
    'env A=1 sh x.sh',
    'nohup sh x.sh',
    'nice -n 1 sh x.sh',
    'bash -c "sh x.sh"',
    '(sh x.sh)',
    '{ sh x.sh; }',
    'if true; then sh x.sh; fi',
    'true && sh x.sh',
    'mkdir -p o && sh x.sh',
    'sh x.sh | cat',
    'xargs sh x.sh < /dev/null',
    'find . -maxdepth 0 -exec sh x.sh \\;',
    'f() { sh x.sh; }; f',
    'name=x.sh; sh $name',
    'exec sh x.sh',
    'time sh x.sh',
  ].map(command => ({ command, files: script, swap: swapped })),
  { command: 'cd sub && sh x.sh', files: { 'sub/x.sh': 'true\n' }, swap: ['sub/x.sh', `touch ../${canary}\n`] },
  ...[
    'xargs touch < list',
    'xargs -a list touch',
    'cat list | xargs touch',
    'sort list | xargs touch',
    'while read -r f; do touch "$f"; done < list',
    'cat list | while read -r f; do touch "$f"; done',
    'for f in $(cat list); do touch "$f"; done',
    'touch $(cat list)',
    'touch $(< list)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
    'mapfile -t all < list; touch "${all[@]}"',
    'x=$(cat list); touch $x',
  ].map(command => ({ command, files: list, swap: listed })),
  { command: 'sh x.sh', files: { 'x.sh': '. ./lib.sh\n', 'lib.sh': 'true\n' }, swap: ['lib.sh', sh] },
  { command: 'sh x.sh', files: { 'x.sh': 'sh y.sh\n', 'y.sh': 'sh z.sh\n', 'z.sh': 'true\n' }, swap: ['z.sh', sh] },
  { command: 'python3 a.py', files: { 'a.py': 'pass\n' }, swap: ['a.py', py] },
  { command: 'python3 a.py', files: { 'a.py': 'import lib\n', 'lib.py': 'pass\n' }, swap: ['lib.py', py] },
  { command: 'python3 a.py', files: { 'a.py': 'import json\n' }, swap: ['json.py', py] },
  { command: 'python3 a.py', files: { 'a.py': 'import json\n' }, swap: ['re.py', py] },
  { command: 'python3 < a.py', files: { 'a.py': 'pass\n' }, swap: ['a.py', py] },
  { command: 'node a.cjs', files: { 'a.cjs': '1\n' }, swap: ['a.cjs', js] },
  { command: 'node a.cjs', files: { 'a.cjs': 'require("./b.cjs")\n', 'b.cjs': '1\n' }, swap: ['b.cjs', js] },
  { command: 'node -r ./b.cjs a.cjs', files: { 'a.cjs': '1\n', 'b.cjs': '1\n' }, swap: ['b.cjs', js] },
  { command: 'make', files: { Makefile: 'all:\n\ttrue\n' }, swap: ['Makefile', `all:\n\ttouch ${canary}\n`] },
  { command: 'make', files: { Makefile: 'all:\n\ttrue\n' }, swap: ['GNUmakefile', `all:\n\ttouch ${canary}\n`] },
  {
    command: 'make -f m',
    files: { m: 'include n\nall:\n\ttrue\n', n: '\n' },
    swap: ['n', `all:\n\ttouch ${canary}\n`],
  },
  { command: 'make', files: { Makefile: 'all:\n\tsh x.sh\n', ...script }, swap: swapped },
  {
    command: 'awk -f a.awk',
    files: { 'a.awk': 'BEGIN {}\n' },
    swap: ['a.awk', `BEGIN { system("touch ${canary}") }\n`],
  },
  { command: 'sed -n -f s /dev/null', files: { s: 'p\n' }, swap: ['s', '$w canary\n'] },
  { command: './x.sh', files: { 'x.sh': '#!/bin/sh\ntrue\n' }, swap: ['x.sh', `#!/bin/sh\n${sh}`] },
  ...loadingKinds,
];

const moments = ['before it is opened', 'after it was opened'] as const;

export const swappedRuns: Area = {
  name: 'what a yes runs, swapped',
  run: options =>
    scoped(async scope => {
      const report = await triedOn(directExecutor, options, scope);
      return {
        ...report,
        probes: report.probes + declaredTools.length,
        breaches: [...unaskedWithoutWalls(), ...report.breaches],
      };
    }),
};

export const swappedInBubblewrap: Area = {
  name: 'what a yes runs in bubblewrap, swapped',
  run: options =>
    scoped(async scope => {
      const { executor, reason } = await chooseExecutor({ ...worldOf(kinds[0] as Kind, scope).given, wanted: 'auto' });
      await executor.close();
      if (executor.kind !== 'bubblewrap') return { probes: 0, breaches: [], skipped: reason };
      return triedOn(bubblewrapExecutor, options, scope);
    }),
};

type MakeExecutor = typeof directExecutor | typeof bubblewrapExecutor;

async function triedOn(make: MakeExecutor, { share, draw }: AttackOptions, scope: Scope): Promise<AreaReport> {
  const chance = random(seedOf(`swapped ${draw}`));
  const isDirect = make === directExecutor;
  const wanted = kinds.filter(
    ({ needsHome }) => (isDirect || !needsHome) && (share >= 1 || chance.integer(1000) < Math.max(share, 0.2) * 1000),
  );
  const breaches: string[] = [];
  const idle: string[] = [];
  for (const kind of wanted) {
    for (const moment of moments) breaches.push(...(await tried(kind, moment, make, scope)));
    if (!(await works(kind, make, scope))) idle.push(kind.command.slice(0, 40));
  }
  const note = `${wanted.length} of ${kinds.length} kinds; without effect here where nobody looks: ${idle.join(', ') || 'none'}`;
  return { probes: wanted.length * moments.length * 3, breaches, note };
}

/** Does it run what the file was swapped for, where nobody looks? */
async function works(kind: Kind, make: MakeExecutor, scope: Scope): Promise<boolean> {
  const { workspace, given } = worldOf(kind, scope);
  put(workspace, kind.swap);
  const executor = make(given);
  await executor.execute({ command: kind.command, timeoutMs: 20_000, signal: new AbortController().signal });
  await executor.close();
  return existsSync(join(workspace, canary));
}

/** Every tool that acts, where nothing holds and somebody else may have written the words. */
function unaskedWithoutWalls(): readonly string[] {
  const args: JsonObject = {
    path: 'nightly.sh',
    content: 'x',
    old_text: 'a',
    new_text: 'b',
    url: 'https://a.example/',
    // without one, git_push looks at what would be pushed and reaches nobody
    commit: '0'.repeat(40),
  };
  return declaredTools.flatMap(({ name, effect }) => {
    if (effect !== 'act') return [];
    const call = judgedCall(declaredTools, { tool: name, args: { ...args, command: 'true' } }, { executor: 'direct' });
    if (call.facts.records === true || call.facts.schedules === 'reads') return [];
    const { verdict } = judge(call, { taint: 'external', executor: 'direct' });
    return verdict === 'allow' && name !== 'execute_command' ? [`${name} runs unasked without a sandbox`] : [];
  });
}

async function tried(
  kind: Kind,
  moment: (typeof moments)[number],
  make: MakeExecutor,
  scope: Scope,
): Promise<readonly string[]> {
  const world = worldOf(kind, scope);
  const { workspace } = world;
  const executor = make(world.given);
  const toolbox = toolboxOf(world, executor);
  const args = { command: kind.command };
  const call = toolbox.resolve({ callId: '1', name: 'execute_command', arguments: JSON.stringify(args) });
  if (isMalformed(call)) return [`“${kind.command}” is no call: ${call.problem}`];
  const what = `“${kind.command}” with another ${kind.swap[0]} ${moment}`;
  const run = async () => {
    if (moment === 'before it is opened') put(workspace, kind.swap);
    const { tool, args: given } = toolbox.open(call, String(call.arguments));
    if (moment === 'after it was opened') put(workspace, kind.swap);
    await (tool as RunningTool).run(given, {
      session: 's',
      turn: 't',
      call: 'c',
      taint: 'owner',
      facts: call.facts,
      signal: new AbortController().signal,
      progress: () => {},
    });
  };
  const isKnown = (call.facts.runs ?? []).every(({ sha256 }) => sha256 !== 'unknown');
  const failed = await run().then(
    () => undefined,
    (error: unknown) => error,
  );
  const found: string[] = [];
  if (kind.isPlain && !isKnown) found.push(`“${kind.command}” is an everyday command, and what it runs is not known`);
  if (existsSync(join(workspace, canary)) && isKnown) found.push(`${what} ran what nobody allowed`);
  if (failed === undefined && isKnown) found.push(`${what} ran as if it were the same`);
  const now = toolbox.resolve({ callId: '2', name: 'execute_command', arguments: JSON.stringify(args) }) as FrozenCall;
  if (speaksFor(call, now)) found.push(`a standing approval for ${what} speaks for it`);
  if (isKnown && now.digest === call.digest) found.push(`${what} has the digest of the other`);
  await executor.close();
  return found;
}

function speaksFor(then: FrozenCall, now: FrozenCall): boolean {
  const runs = boundContent(then.facts.runs);
  const standing: StandingApproval = {
    id: 'k',
    by: 'web',
    at: 0,
    until: 100,
    most: 9,
    used: 0,
    tool: 'execute_command',
    arguments: { command: { is: then.facts.command ?? '' } },
    ...defined({ runs }),
  };
  const call = { session: 's', tool: 'execute_command', arguments: { command: now.facts.command ?? '' } };
  return standingFor({ ...call, facts: now.facts, risk: 'high', taint: 'owner' }, [standing], 1) !== undefined;
}

function worldOf({ files }: Kind, scope: Scope) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'straylight-swap-')));
  scope.after(() => rmSync(home, { recursive: true, force: true }));
  const folders = {
    workspace: join(home, 'workspace'),
    scripts: join(home, 'scripts'),
    settings: join(home, 'settings'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const { workspace, scripts } = folders;
  for (const [path, content] of Object.entries(files)) put(workspace, [path, content]);
  symlinkSync('x.sh', join(workspace, 'link'));
  return { workspace, folders, given: { workspace, scripts, limits: defaultLimits, clock: systemClock } };
}

function toolboxOf({ folders }: ReturnType<typeof worldOf>, executor: Executor) {
  const paths = confinedPaths({ folders, seen: { ...executor.folders, settings: folders.settings } });
  const isDirect = executor.kind === 'direct';
  const looks = runFiles({
    folders,
    seen: executor.folders,
    isDirect,
    home: isDirect ? 'workspace' : 'empty',
    paths,
    trust: noFileTaint,
  });
  const tool = executeCommandTool(executor, { timeoutMs: 20_000, maxOutputBytes: 4_000, runFiles: looks });
  return createToolbox([tool], 'en', executor.kind);
}

function put(workspace: string, [path, content]: readonly [string, string]): void {
  const file = join(workspace, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode: 0o755 });
}
