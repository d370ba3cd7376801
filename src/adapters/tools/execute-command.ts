/** The tool that runs one shell command where the executor puts it. */

import { z } from 'zod';
import { commandSources } from '../../domain/policy/command-sources.ts';
import { commandReadsOutside, commandTouches, obeyedIn } from '../../domain/policy/one-command.ts';
import { mixed, outputTaint, type Taint } from '../../domain/policy/taint.ts';
import { maskLine } from '../../domain/privacy/mask-line.ts';
import { namedPrivate, reachedPrivate } from '../../domain/privacy/reached.ts';
import { isSecretName, secretNameRule } from '../../domain/secrets/handle.ts';
import { defined } from '../../domain/text/json.ts';
import { isPlainListing } from '../../domain/text/plain-names.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { isKnown } from '../../domain/tools/run-file.ts';
import { type Answer, answerOf } from '../../domain/tools/said/said.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import type { CallFacts } from '../../domain/tools/tool.ts';
import type { CommandResult, Executor } from '../../ports/executor.ts';
import type { LetInFolder } from '../../ports/files/confined.ts';
import type { PrivateFiles } from '../../ports/files/private.ts';
import type { RunFiles } from '../../ports/files/run-files.ts';
import { noSecrets, type SecretAccess, type SecretRequest } from '../../ports/secrets/access.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';
import { shortened } from '../executors/output/bounded-output.ts';
import { graceMs } from '../executors/processes/process-group.ts';
import { folderFact } from '../files/let-in/let-in-places.ts';
import type { MovedTrust } from '../files/moved-trust.ts';
import { namedPrivateFiles } from '../files/private-files.ts';
import { mustBeUnchanged } from '../run-files/unchanged.ts';
import { withoutCutEdges } from '../secrets/cut-edges.ts';
import { isSecretFile, withSecretFiles } from '../secrets/secret-files.ts';

/** What `execute_command` says of itself. */
export const executeCommandDeclaration = {
  name: 'execute_command',
  does: { en: 'Runs a command.', de: 'Führt einen Befehl aus.' },
  effect: 'act',
  changesWorkspace: true,
  takesSecrets: 'variable',
  // a command can do whatever a program can, but for what is kept in our own tables
  deeds: ['keep', 'runCommand', 'makeTool', 'send', 'fetchPage', 'searchWeb', 'schedule', 'writeFile', 'deleteFile'],
  runsCommands: true,
  judgedBy: 'command',
  factsOf: ({ command }) => (typeof command === 'string' ? { command } : {}),
} as const satisfies ToolDeclaration;

export interface ExecuteCommandOptions {
  /** The deadline of a call that names none. */
  readonly timeoutMs: number;
  /** The whole result, stdout and stderr together; at least 1 000. */
  readonly maxOutputBytes: number;
  /** None if left out. */
  readonly secrets?: SecretAccess;
  /** How far files of the workspace are trusted as they are; without it none is. */
  readonly filesTrust?: (paths: readonly string[]) => Promise<Taint>;
  /** Keeps the trust of files that it moves; without it none is kept. */
  readonly movedTrust?: MovedTrust;
  /** Folders of the owner's that stand in the workspace; none if left out. */
  readonly letIn?: readonly LetInFolder[];
  /** What is private in workspace and scripts; without it what is so by its name. */
  readonly privacy?: PrivateFiles;
  /** What the files hold that a command executes, as they lie there now; without it nobody looks. */
  readonly runFiles?: RunFiles;
  /** The redactor; what a command printed passes it before it is shortened. */
  readonly redact?: (text: string) => string;
}

const maxTimeoutMs = 600_000;
const maxSecrets = 10;

/**
 * `execute_command`. The result begins with how the command ended, so that no cut can take that away, then come stdout
 * and stderr, each under its own heading and only if there is any. A command that went wrong is a result, marked
 * `failed`.
 *
 * A secret is a variable of this one command. Its name is what is judged, shown, frozen and kept.
 */
export function executeCommandTool(executor: Executor, options: ExecuteCommandOptions): Tool {
  const { timeoutMs, maxOutputBytes, secrets = noSecrets, redact = text => text } = options;
  const { filesTrust = async () => 'external', privacy = namedPrivateFiles, runFiles = () => [], movedTrust } = options;
  const runs = (command: string) =>
    runFiles(obeyedIn(command)).map(file => (file.text === undefined ? file : { ...file, text: redact(file.text) }));
  return defineTool({
    ...executeCommandDeclaration,
    description: `Runs one shell command and answers its exit code, stdout and stderr. ${executor.description} Most run at once; what destroys something, or runs outside a sandbox, may need the owner's approval; sudo, programs that access the network directly, forced pushes and the like are refused. Output beyond ${maxOutputBytes} bytes loses its middle.`,
    schema: commandSchema(timeoutMs),
    // The command's own deadline comes first, so that its output is not lost to the deadline of the call.
    timeoutMs: args => (args.timeout_ms ?? timeoutMs) + graceMs + 5_000,
    intent: (args, language) => {
      const { command, stdin = '' } = args;
      const names = requestsOf(args).map(({ name }) => name);
      return intentTexts(language).run(oneLine(command), stdin.length, names);
    },
    exact,
    facts(args) {
      const requests = requestsOf(args);
      const refused = secrets.refusal(requests) ?? openFileProblem(requests, executor);
      return {
        command: args.command,
        executor: executor.kind,
        ...reachFacts(args.command, executor, privacy, options.letIn),
        ...defined({
          secrets: requests.length > 0 ? requests.map(({ name }) => name) : undefined,
          refused: refused?.slice(0, 1_000),
        }),
      };
    },
    runs: ({ command }) => runs(command),
    async run(args, { signal, progress, alive, call, taint, facts = {} }) {
      const { private: given = [] } = facts;
      const { command, timeout_ms, stdin } = args;
      const deadline = timeout_ms ?? timeoutMs;
      const requests = requestsOf(args);
      const values = await secrets.reveal(requests, call);
      // without walls nobody can say which program a name stands for
      const sources = executor.kind === 'direct' || requests.length > 0 ? undefined : commandSources(command);
      const before = sources ? await filesTrust(sources.files) : 'external';
      const keepTrust = executor.kind === 'direct' ? undefined : await movedTrust?.(command);
      // the last thing before it starts: nothing is waited for in between
      mustBeUnchanged(facts.runs, runs(command));
      const apart = facts.runs !== undefined && isKnown(facts.runs) ? namedAlone : {};
      const modules = sources?.isPython ? ownModulesOnly : {};
      const watched =
        requests.length === 0
          ? { onOutput: progress, env: { ...apart, ...modules } }
          : { env: { ...secretEnv(requests, values), ...apart } };
      const variables = requests.map(({ use }) => use.variable);
      const result = await executor.execute({
        command,
        ...defined({ argv: withSecretFiles(command, variables) }),
        timeoutMs: deadline,
        signal,
        given: given.length > 0 ? given : undefined,
        onAlive: alive,
        stdin,
        // Half a value at the end of a piece would be recognised by nobody, so such a command is watched by nobody.
        ...watched,
      });
      if (result.exitCode === 0) await keepTrust?.(taint);
      const safe = (text: string) => redact(requests.length === 0 ? text : withoutCutEdges(text, [...values.values()]));
      const shown = { ...result, stdout: safe(result.stdout), stderr: safe(result.stderr) };
      return {
        ...reportOf(shown, deadline, maxOutputBytes, hiddenNote(command, shown)),
        failed: result.exitCode !== 0,
        taint:
          sources?.isListing && !isPlainListing(`${shown.stdout}\n${shown.stderr}`)
            ? 'external'
            : await taintOf(
                shown,
                sources && before !== 'external' ? () => filesTrust(sources.files) : undefined,
                before,
              ),
      };
    },
  });
}

/** All that a yes would be to. */
function exact({ command, stdin, secrets = {} }: z.output<ReturnType<typeof commandSchema>>): string {
  const variables = Object.entries(secrets).map(
    ([variable, name]) => `${variable} = ${isSecretFile(variable) ? 'a file with ' : ''}the secret ${name}`,
  );
  return [
    command,
    ...(variables.length === 0 ? [] : ['', '── its variables ──', ...variables]),
    ...(stdin ? ['', '── its standard input ──', stdin] : []),
  ].join('\n');
}

/** What it may reach beside what it is about. */
function reachFacts(command: string, executor: Executor, privacy: PrivateFiles, letIn: readonly LetInFolder[] = []) {
  return { ...privateFacts(command, executor, privacy), ...folderFact(letIn) };
}

/** The private files that a command names and, where nothing hides others from it, those that it would come upon. */
function privateFacts(
  command: string,
  { kind, folders }: Pick<Executor, 'kind' | 'folders'>,
  { names, now }: PrivateFiles,
): CallFacts {
  const isDirect = kind === 'direct';
  // there the workspace is the home of a command, and has other names
  const outside = isDirect ? commandReadsOutside(command).map(path => fromWorkspace(path, folders.workspace)) : [];
  const touches = [...commandTouches(command), ...outside];
  const named = namedPrivate(touches, names).slice(0, mostGiven);
  const reached =
    isDirect && touches.length > 0 ? reachedPrivate(touches, now(mostLookedAt), showsHidden(command)) : [];
  const others = reached.filter(path => !named.includes(path)).slice(0, mostSaid);
  return defined({ private: named.length > 0 ? named : undefined, reaches: others.length > 0 ? others : undefined });
}

/** A path without walls as commands in a sandbox name it, or one that has no such name; of a folder around it, itself. */
function fromWorkspace(path: string, workspace: string): string {
  const place = path.replace(/^~(?=\/|$)|^\/proc\/(?:self|thread-self|\d+)\/cwd(?=\/|$)/, workspace);
  if (place === workspace || place.startsWith(`${workspace}/`)) return `/workspace${place.slice(workspace.length)}`;
  return workspace.startsWith(place === '/' ? place : `${place}/`) ? '/workspace' : place;
}

const mostGiven = 20;
const mostLookedAt = 5_000;
const mostSaid = 3;
const showsHidden = (command: string) => /dotglob|GLOBIGNORE/.test(command);

/** Said where it could have mattered; names of files are not, since anybody may have chosen them. */
function hiddenNote(command: string, { hidden = [], stdout, stderr }: CommandResult): Said | undefined {
  if (hidden.length === 0) return undefined;
  const isShown = stdout.includes(maskLine) || stderr.includes(maskLine);
  const count = isShown ? hidden.length : reachedPrivate(commandTouches(command), hidden, true).length;
  if (count === 0) return undefined;
  return count === 1 ? { code: 'privateHidden' } : { code: 'privatesHidden', values: { count } };
}

/** `timeoutMs`: the deadline of a call that names none. */
function commandSchema(timeoutMs: number) {
  return z.strictObject({
    command: z
      .string()
      .min(1)
      .refine(text => !text.includes('\0'), 'must not hold a NUL character')
      .refine(text => text.trim() !== '', 'must hold a command, not blanks alone')
      .describe('What bash runs, in the workspace. Each call is a new shell: nothing is kept but files.'),
    timeout_ms: z
      .int()
      .min(100)
      .max(maxTimeoutMs)
      .optional()
      .describe(`When it is stopped, in milliseconds; ${timeoutMs} if left out.`),
    stdin: z.string().optional().describe('Text for its standard input; empty if left out.'),
    secrets: z
      .record(z.string(), z.string())
      .superRefine((wanted, issues) => {
        const problem = secretsProblem(wanted);
        if (problem !== undefined) issues.addIssue({ code: 'custom', message: problem });
      })
      .optional()
      .describe('Secrets it needs, as {"VARIABLE": "name of the secret"}; NAME_FILE gets a path; the owner is asked.'),
  });
}

/** Python looks for modules beside no file of the workspace and in no folder that commands may write. */
const ownModulesOnly = { PYTHONSAFEPATH: '1', PYTHONNOUSERSITE: '1' };

/**
 * Where all that a command runs is known, its interpreters leave out what nobody has named: modules and settings in the
 * home. Python also keeps no compiled module, which it would take for its source the next time.
 */
const namedAlone = {
  PYTHONNOUSERSITE: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  npm_config_userconfig: '/dev/null',
};

/** Without walls a file would stay behind where the command is killed, and any program could read it. */
function openFileProblem(requests: readonly CommandRequest[], { kind }: Executor): string | undefined {
  const open = kind === 'direct' ? requests.find(({ use }) => isSecretFile(use.variable)) : undefined;
  return (
    open && `${open.use.variable} would be a file with a secret, which there is only in a sandbox; take a variable`
  );
}

function secretEnv(requests: readonly CommandRequest[], values: ReadonlyMap<string, string>) {
  return Object.fromEntries(requests.map(({ name, use }) => [use.variable, values.get(name) ?? '']));
}

/** What it printed is trusted as what it read, if that is known and was still so when it had ended. */
async function taintOf(
  { stdout, stderr, ended, exitCode }: CommandResult,
  after: (() => Promise<Taint>) | undefined,
  before: Taint,
): Promise<Taint> {
  const known = after && ended === undefined && exitCode !== undefined ? mixed(before, await after()) : 'external';
  return known === 'external' ? printedTaint(`${stdout}${stderr}`.trim()) : known;
}

/** Nothing said is nothing from outside. */
function printedTaint(printed: string): Taint {
  return printed === '' ? 'owner' : outputTaint(printed);
}

type CommandRequest = SecretRequest & { readonly use: { readonly way: 'variable' } };

function requestsOf(args: {
  readonly command: string;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}): readonly CommandRequest[] {
  const { command, secrets = {} } = args;
  return Object.entries(secrets).map(([variable, name]) => ({
    name,
    use: { tool: executeCommandDeclaration.name, way: 'variable', command, variable },
  }));
}

/** Variables that would change which program runs, or how the shell reads the command that was judged. */
const steering = /^(PATH|HOME|PWD|LANG|IFS|ENV|PS4|CDPATH|SHELLOPTS|BASH.*|LC_.*|LD_.*|STRAYLIGHT_.*)$/;

function secretsProblem(wanted: Readonly<Record<string, string>>): string | undefined {
  if (Object.keys(wanted).length > maxSecrets) return `expected at most ${maxSecrets} secrets`;
  for (const [variable, name] of Object.entries(wanted)) {
    if (!/^[A-Z_][A-Z0-9_]{0,63}$/.test(variable) || steering.test(variable))
      return `“${variable.slice(0, 64)}” cannot be such a variable: expected a name in capital letters, as in GITHUB_TOKEN, that steers no shell`;
    if (!isSecretName(name)) return `the name of a secret is ${secretNameRule}`;
  }
  return undefined;
}

function reportOf(result: CommandResult, timeoutMs: number, maxBytes: number, note: Said | undefined): Answer {
  const { stdout, stderr, stdoutBytes, stderrBytes } = result;
  const head = [statusOf(result, timeoutMs), ...(note ? [note] : [])];
  // 400 bytes for the status, two headings and two lines that tell of a cut.
  const room = maxBytes - 400 - (note ? bytesOf(answerOf(note).text) : 0);
  const forErrors = Math.min(bytesOf(stderr), Math.max(Math.floor(room / 2), room - bytesOf(stdout)));
  const parts = [
    ...section('stdout', shortened(stdout, room - forErrors, stdoutBytes), stderr === ''),
    ...section('stderr', shortened(stderr, forErrors, stderrBytes), true),
  ];
  return parts.length === 0 ? answerOf(...head, { code: 'noOutput' }) : answerOf(...head, ...parts);
}

function statusOf({ exitCode, signal, ended, durationMs }: CommandResult, timeoutMs: number): Said {
  const end: Said =
    exitCode !== undefined
      ? { code: 'exitCode', values: { code: exitCode } }
      : signal
        ? { code: 'endedBySignal', values: { signal } }
        : { code: 'didNotStart' };
  if (ended === 'timeout') return { code: 'notDoneAfter', values: { ms: timeoutMs, end } };
  if (ended === 'cancelled') return { code: 'cancelledAfter', values: { ms: Math.round(durationMs), end } };
  return end;
}

/** What it printed there; the end of the report has no blanks. */
function section(code: 'stdout' | 'stderr', text: string, isLast: boolean): readonly (Said | string)[] {
  if (text === '') return [];
  return [{ code }, isLast ? text.trimEnd() : text.replace(/\n$/, '')];
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/** A sentence's worth of it; the approval card shows the whole. */
function oneLine(command: string): string {
  const line = command.trim().replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
