import { z } from 'zod';
import { choice, domains, flag, section, whole } from '../../../config/fields.ts';
import { folderName, isMark } from '../../domain/privacy/private-names.ts';

/** What stands in the workspace, where commands run, and which packages they may install. */
export function sandboxTables() {
  return {
    workspace: section({ folders: folders().default([]) }),
    sandbox: section({
      executor: choice(['auto', 'docker', 'bubblewrap', 'direct']).default('auto'),
      image: z
        .string({ error: 'the name of a Docker image' })
        .regex(/^[a-z0-9][\w./:@-]{0,254}$/, { error: 'the name of a Docker image, as in "straylight-sandbox:1"' })
        .default('straylight-sandbox'),
      runtime: z
        .string({ error: 'the name of a runtime of Docker' })
        .regex(/^[\w.-]{1,64}$/, { error: 'the name of a runtime of Docker, as in "runsc"' })
        .optional(),
      docker_socket: z
        .string({ error: 'the path of the engine’s socket' })
        .startsWith('/', { error: 'the path of the engine’s socket, from / on' })
        .optional(),
      cpus: z
        .number({ error: 'a number of processors from 0.1 to 1 024' })
        .min(0.1, { error: 'a number of processors from 0.1 to 1 024' })
        .max(1_024, { error: 'a number of processors from 0.1 to 1 024' })
        .default(2),
      memory_mb: whole(64, 1_048_576, 'megabytes').default(4_096),
      max_processes: whole(8, 65_536, 'processes').default(512),
      max_file_mb: whole(1, 1_048_576, 'megabytes').default(1_024),
      private: marks().default([]),
      cpu_seconds: whole(1, 86_400, 'seconds').default(600),
    }),
    packages: section({
      enabled: flag().default(false),
      hosts: domains(['pypi.org', 'files.pythonhosted.org']),
    }),
  };
}

/** Folders of the owner's that stand in the workspace; whether they can, a start finds out. */
function folders() {
  const table = z
    .strictObject(
      {
        path: z.string(isFolder).regex(isPath, isFolder),
        name: z.string(isFolderName).regex(folderName, isFolderName).optional(),
        writable: flag().default(false),
      },
      {
        error: issue =>
          issue.code === 'unrecognized_keys' ? 'one of the settings path, name, writable' : isFolder.error,
      },
    )
    .transform(one => ({ ...one, isHere: false }));
  return z
    .array(
      z.preprocess(one => (typeof one === 'string' && isPath.test(one) ? { path: one } : one), table),
      {
        error: 'a list of folders, as in ["~/projects/app", { path = "~/Documents", name = "docs", writable = true }]',
      },
    )
    .max(20, { error: 'at most 20 folders' });
}

const isPath = /^(\/|~\/)/;
const isFolder = {
  error:
    'a folder, from / or ~/ on, as in "~/projects/app" or { path = "~/projects/app", name = "app", writable = true }',
};
const isFolderName = { error: 'a name of letters from a to z, digits, ".", "_" and "-", as in "app"' };

/** Files and folders that are the owner's alone. */
function marks() {
  const error = 'a name as in "*.kdbx", or a path in the workspace as in "notes/taxes"';
  return z
    .array(z.string({ error }).refine(isMark, { error }), {
      error: 'a list of names and paths, as in ["notes/taxes", "*.kdbx"]',
    })
    .max(100, { error: 'at most 100 names and paths' });
}
