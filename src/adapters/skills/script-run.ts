/** One run of a script of a skill in the sandbox, its files beside it for this run alone. */
import type { Command, CommandResult, Executor } from '../../ports/executor.ts';
import type { SkillFiles } from './skill-folder.ts';

export interface ScriptRun {
  /** In messages. */
  readonly skill: string;
  readonly files: SkillFiles;
  /** One of the files. */
  readonly script: string;
  readonly args: readonly string[];
  readonly stdin: string;
}

/** Rejects as `Executor.execute` does. */
export function runScript(
  executor: Executor,
  { skill, files, script, args, stdin }: ScriptRun,
  how: Pick<Command, 'timeoutMs' | 'signal' | 'onOutput' | 'onAlive'>,
): Promise<CommandResult> {
  const content = files.get(script) ?? Buffer.alloc(0);
  return executor.execute({
    ...how,
    command: `the script ${script} of the skill ${skill}`,
    argv: ['/bin/sh', '-s'],
    stdin: unpacking(files, { script, args, stdin, content, workspace: executor.folders.workspace }),
  });
}

/**
 * A program of the shell that writes the files into a folder of the sandbox alone, and becomes the script. Contents are
 * base64, so nothing of them is read as words of the shell.
 */
function unpacking(
  files: SkillFiles,
  {
    script,
    args,
    stdin,
    content,
    workspace,
  }: {
    readonly script: string;
    readonly args: readonly string[];
    readonly stdin: string;
    readonly content: Buffer;
    readonly workspace: string;
  },
): string {
  const put = (path: string, bytes: Buffer) => [
    `base64 -d > ${quoted(path)} <<'END'`,
    ...(bytes.toString('base64').match(/.{1,76}/g) ?? []),
    'END',
  ];
  const folders = [
    ...new Set([...files.keys()].flatMap(path => (path.includes('/') ? [path.slice(0, path.lastIndexOf('/'))] : []))),
  ];
  return [
    'set -e',
    'place=$(mktemp -d /tmp/skill.XXXXXX)',
    'cd "$place"',
    ...folders.map(folder => `mkdir -p ${quoted(`./${folder}`)}`),
    ...[...files].flatMap(([path, bytes]) => put(`./${path}`, bytes)),
    ...put('./.stdin', Buffer.from(stdin)),
    'input="$place/.stdin"',
    `script="$place"/${quoted(script)}`,
    'chmod -R u+rwX,go-w . && chmod u+x "$script"',
    `cd ${quoted(workspace)}`,
    `exec ${interpreter(script, content)} "$script" ${args.map(quoted).join(' ')} < "$input"`,
    '',
  ].join('\n');
}

/** By its ending, else by its first line; the folder may not run programs. */
function interpreter(script: string, content: Buffer): string {
  if (/\.py$/.test(script)) return 'env PYTHONDONTWRITEBYTECODE=1 python3';
  if (/\.(?:m?js|cjs)$/.test(script)) return 'node';
  if (/\.(?:ba)?sh$/.test(script)) return content.subarray(0, 40).includes('bash') ? 'bash' : 'sh';
  if (/\.pl$/.test(script)) return 'perl';
  if (/\.rb$/.test(script)) return 'ruby';
  const [first = ''] = content.subarray(0, 200).toString('latin1').split('\n', 1);
  const [, named] = /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?|\/(?:usr\/)?(?:local\/)?bin\/)([\w.+-]+)/.exec(first) ?? [];
  return named ?? 'sh';
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
