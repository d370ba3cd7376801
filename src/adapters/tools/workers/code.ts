/** The tool that gives a piece of work to a coding worker. */
import { z } from 'zod';
import { longestCheck, mostChecks } from '../../../domain/goals/check.ts';
import type { Taint } from '../../../domain/policy/taint.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { mostWorks, type WorkerProfile } from '../../../domain/workers/worker.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';

/** What `code` says of itself. Its worker writes on a copy; what it asks permission for is judged by itself. */
export const codeDeclaration = {
  name: 'code',
  does: {
    en: 'Lets a coding program work on a copy of a folder.',
    de: 'Lässt ein Programm an einer Kopie eines Ordners arbeiten.',
  },
  effect: 'act',
  leavesWorkspace: true,
  takesSecrets: 'variable',
  factsOf: ({ worker }) => ({ worker: String(worker ?? '').slice(0, 40) }),
} as const satisfies ToolDeclaration;

/** `code`, for these workers. */
export function codeTool({
  workers,
  underWay,
  mayGive,
  give,
}: {
  readonly workers: readonly WorkerProfile[];
  readonly underWay: () => number;
  /** Is the conversation one that hears of the end, which may be days later? */
  readonly mayGive: (session: string) => boolean;
  /** Begins it, once under the address of the call; answers its number. */
  readonly give: (work: {
    readonly worker: string;
    readonly folder: string;
    readonly task: string;
    readonly checks: readonly string[];
    readonly session: string;
    readonly call: string;
    readonly taint: Taint;
  }) => Promise<number>;
}): Tool {
  const names = workers.map(({ name }) => name);
  return defineTool({
    ...codeDeclaration,
    description: `Gives a piece of programming to a coding worker: a program that works on a copy of a folder of the workspace which is a git repository with at least one commit. It answers at once that the work has begun; the owner gets the diff to accept or reject, and what came of it is said in this conversation, which may be much later. Nothing reaches the folder before that. Workers: ${names.join(', ')}.`,
    schema: z.strictObject({
      worker: z
        .string()
        .min(1)
        .max(40)
        .describe(`One of ${names.join(', ')}.`),
      folder: z
        .string()
        .regex(/^(?:\.|[^/\0]+(?:\/[^/\0]+)*)$/, {
          error: 'a folder below the workspace, as in "project" or "work/project"',
        })
        .max(500)
        .refine(path => !path.split('/').includes('..'), { error: 'a folder below the workspace' })
        .describe('The folder of the workspace, without a leading slash.'),
      task: z
        .string()
        .trim()
        .min(1)
        .max(8_000)
        .describe('What it is to do, whole and clear without this conversation.'),
      checks: z
        .array(z.string().trim().min(1).max(longestCheck))
        .max(mostChecks)
        .optional()
        .describe(
          'What has to hold of its result, a line each, run in the folder in a sandbox without network: a command such as "npm test", "COMMAND => contains TEXT", or "file_exists PATH".',
        ),
    }),
    problem: ({ worker }, session = '') => {
      if (!names.includes(worker)) return `There is no worker ${worker}. There are: ${names.join(', ')}.`;
      if (!mayGive(session)) return 'Only a conversation with the owner can give work to a coding worker.';
      return underWay() < mostWorks
        ? undefined
        : `${mostWorks} pieces of work are under way already; more begin when one has ended.`;
    },
    intent: ({ worker, folder, task }, language) => intentTexts(language).code(worker, folder, oneLine(task, 160)),
    exact: ({ worker, folder, task, checks = [] }) =>
      [`${worker}, ${folder}:`, task, ...checks.map(check => `check: ${check}`)].join('\n'),
    facts: ({ worker }) => ({ worker }),
    async run({ worker, folder, task, checks = [] }, { session, call, taint }) {
      const id = await give({ worker, folder, task, checks, session, call, taint });
      return {
        text: `Work ${id} has begun: ${worker} works on a copy of ${folder}. Its owner is asked about the result, and it is said here what came of it. Do not wait for it.`,
        taint: 'owner',
      };
    },
  });
}
