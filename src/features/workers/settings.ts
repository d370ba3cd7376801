/** One `[workers.NAME]` of config.toml: an installed coding program that work can be given to. */
import { z } from 'zod';
import { choice, dollars, domains, flag, whole } from '../../../config/fields.ts';
import { handlesIn } from '../../domain/secrets/handle.ts';
import { isWorkerName, type WorkerProfile, workerNameRule } from '../../domain/workers/worker.ts';

const isFolder = {
  error: 'a folder, from / on, as in "/opt/opencode" or { path = "/home/me/cache", writable = true }',
};

const text = (error: string) => z.string({ error }).min(1, { error }).max(4_000, { error });

function folder() {
  const table = z.strictObject({ path: z.string(isFolder).startsWith('/', isFolder), writable: flag().default(false) });
  return z
    .preprocess(one => (typeof one === 'string' ? { path: one } : one), table)
    .transform(({ path, writable }) => ({ path, isWritable: writable }));
}

/** Variables, in which secrets stand by their names. */
function variables() {
  const error = 'a table of variables, as in { NAME = "value" } or { NAME = "{{secret:NAME}}" }';
  const value = z
    .string({ error })
    .max(8_000, { error })
    .superRefine((given, context) => {
      const names = handlesIn(given);
      if ('problem' in names) context.addIssue({ code: 'custom', message: names.problem });
    });
  return z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, { error }), value, { error }).default({});
}

/** As it stands in the file. */
function worker() {
  return z.strictObject(
    {
      kind: choice(['acp']).default('acp'),
      command: text('a program, as in "/opt/opencode/bin/opencode"'),
      args: z
        .array(z.string({ error: 'a list of arguments' }), { error: 'a list of arguments, as in ["acp"]' })
        .max(100)
        .default([]),
      env: variables(),
      folders: z.array(folder(), { error: 'a list of folders, as in ["/opt/opencode"]' }).max(20).default([]),
      network: domains(),
      minutes: whole(1, 10_080, 'minutes').default(60),
      budget_usd: dollars(1_000, '').optional(),
    },
    { error: issue => (issue.code === 'invalid_type' ? 'a table' : undefined) },
  );
}

function profile(name: string, given: z.output<ReturnType<typeof worker>>): WorkerProfile {
  const { kind, command, args, env, folders, network, minutes, budget_usd: budgetUsd = null } = given;
  return { name, kind, argv: [command, ...args], env, folders, network, minutes, budgetUsd };
}

/** The tables of config.toml. */
export function workersTables() {
  const error = `a table [workers.NAME], where NAME is ${workerNameRule}`;
  return {
    workers: z
      .record(z.string().refine(isWorkerName, { error }), worker(), { error })
      .default({})
      .transform(all => Object.entries(all).map(([name, given]) => profile(name, given))),
  };
}
