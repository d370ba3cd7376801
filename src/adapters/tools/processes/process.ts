/** The tools for processes that live on after the call: one that acts, and one that looks. */
import { z } from 'zod';
import { obeyedIn } from '../../../domain/policy/one-command.ts';
import { outputTaint } from '../../../domain/policy/taint.ts';
import { mostLines, type ProcessRow } from '../../../domain/processes/process.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { answerOf } from '../../../domain/tools/said/said.ts';
import type { Said } from '../../../domain/tools/said/texts.ts';
import type { Executor } from '../../../ports/executor.ts';
import type { LetInFolder } from '../../../ports/files/confined.ts';
import type { RunFiles } from '../../../ports/files/run-files.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';
import { folderFact } from '../../files/let-in/let-in-places.ts';
import type { Processes } from '../../processes/processes.ts';

/** What `process` says of itself. */
export const processDeclaration = {
  name: 'process',
  does: {
    en: 'Starts, writes to and stops a program that goes on across turns.',
    de: 'Startet und stoppt ein Programm, das über Runden hinweg läuft, und schreibt ihm.',
  },
  effect: 'act',
  deeds: ['keep', 'runCommand', 'writeFile', 'deleteFile'],
  runsCommands: true,
  judgedBy: 'command',
} as const satisfies ToolDeclaration;

/** What `process_log` says of itself. */
export const processLogDeclaration = {
  name: 'process_log',
  does: { en: 'Reads the newest lines of such a program.', de: 'Liest die neuesten Zeilen eines solchen Programms.' },
  effect: 'read',
  isQuiet: true,
} as const satisfies ToolDeclaration;

export interface ProcessToolOptions {
  readonly processes: Processes;
  readonly executor: Pick<Executor, 'kind'>;
  readonly runFiles: RunFiles;
  readonly letIn: readonly LetInFolder[];
  readonly redact: (text: string) => string;
}

/** `process`: what is started is judged as a command, and so is what is written to it, since it may be a shell. */
export function processTool({ processes, executor, runFiles, letIn, redact }: ProcessToolOptions): Tool {
  return defineTool({
    ...processDeclaration,
    description:
      'Starts a command that lives on after this call, such as a server or a watcher, and answers its number; writes a text to its standard input; or stops it. It runs where commands run, without network, and ends with Straylight at the latest. process_log shows what it wrote.',
    schema: z
      .strictObject({
        action: z.enum(['start', 'write', 'stop']),
        command: z.string().min(1).max(20_000).optional().describe('For start: the command, for a shell.'),
        id: z.int().min(1).optional().describe('For write and stop: its number.'),
        text: z.string().max(100_000).optional().describe('For write: the text; a line ends with a line feed.'),
      })
      .refine(
        ({ action, command, id, text }) =>
          action === 'start' ? command !== undefined : id !== undefined && (action === 'stop' || text !== undefined),
        {
          error: 'start takes command, write takes id and text, stop takes id',
        },
      ),
    timeoutMs: 60_000,
    intent: ({ action, command = '', id = 0, text = '' }, language) => {
      const say = intentTexts(language);
      if (action === 'start') return say.startProcess(oneLine(command, 200));
      return action === 'write' ? say.writeToProcess(String(id), oneLine(text, 100)) : say.stopProcess(String(id));
    },
    exact: ({ command, text }) => command ?? text,
    facts: ({ action, command = '', text = '' }) => ({
      command: action === 'start' ? command : action === 'write' ? text : 'true',
      executor: executor.kind,
      ...folderFact(letIn),
    }),
    runs: ({ action, command = '' }) =>
      action === 'start'
        ? runFiles(obeyedIn(command)).map(file =>
            file.text === undefined ? file : { ...file, text: redact(file.text) },
          )
        : [],
    async run({ action, command = '', id = 0, text = '' }, { session }) {
      if (action === 'start') {
        const row = await processes.start(command, session);
        return { ...answerOf({ code: 'processStarted', values: { id: row.id } }), taint: 'owner' };
      }
      if (action === 'write') {
        await processes.write(id, text);
        return { ...answerOf({ code: 'processWritten', values: { id } }), taint: 'owner' };
      }
      const row = await processes.stop(id);
      return row
        ? { ...answerOf(stateOf(row)), taint: 'owner' }
        : { ...answerOf({ code: 'processMissing', values: { id } }), failed: true, taint: 'owner' };
    },
  });
}

/** `process_log`. */
export function processLogTool({ processes }: Pick<ProcessToolOptions, 'processes'>): Tool {
  return defineTool({
    ...processLogDeclaration,
    description:
      'Without id: the processes that were started, and how those ended that ended. With id: the newest lines one of them wrote.',
    schema: z.strictObject({
      id: z.int().min(1).optional().describe('Its number.'),
      lines: z.int().min(1).max(mostLines).default(100).describe('How many of its newest lines.'),
    }),
    intent: ({ id }, language) => intentTexts(language).lookAtProcess(id === undefined ? '' : String(id)),
    async run({ id, lines }) {
      if (id === undefined) {
        const rows = processes.list();
        return {
          ...answerOf(...(rows.length === 0 ? [{ code: 'processesNone' } as const] : rows.map(stateOf))),
          taint: 'owner',
        };
      }
      const log = processes.log(id, lines);
      if (!log) return { ...answerOf({ code: 'processMissing', values: { id } }), failed: true, taint: 'owner' };
      const written = log.lines.join('\n');
      const before: readonly Said[] = log.before > 0 ? [{ code: 'linesBefore', values: { count: log.before } }] : [];
      return { ...answerOf(stateOf(log.process), ...before, written), taint: outputTaint(written) };
    },
  });
}

function stateOf({ id, state, exitCode }: ProcessRow): Said {
  switch (state) {
    case 'running':
      return { code: 'processRuns', values: { id } };
    case 'stopped':
      return { code: 'processStopped', values: { id } };
    case 'lost':
      return { code: 'processLost', values: { id } };
    case 'exited':
      return exitCode === null
        ? { code: 'processEnded', values: { id } }
        : { code: 'processExited', values: { id, code: exitCode } };
  }
}
