/** One `[workers.NAME]` of config.toml: an installed coding program that work can be given to. */
import { z } from 'zod';
import { choice, dollars, domains, mountedFolders, shortText, variables, whole } from '../../../config/fields.ts';
import { isWorkerName, type WorkerProfile, workerNameRule } from '../../domain/workers/worker.ts';

/** As it stands in the file. */
function worker() {
  return z.strictObject(
    {
      kind: choice(['acp']).default('acp'),
      command: shortText('a program, as in "/opt/opencode/bin/opencode"'),
      args: z
        .array(z.string({ error: 'a list of arguments' }), { error: 'a list of arguments, as in ["acp"]' })
        .max(100)
        .default([]),
      env: variables(),
      folders: mountedFolders('/opt/opencode'),
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
