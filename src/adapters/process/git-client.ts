/**
 * git as this program runs it: without hooks, filters, pagers, submodules and credentials, and with no setting of its
 * owner's or of the system's.
 */
import type { SimpleGit } from 'simple-git';
import { defined } from '../../domain/text/json.ts';

/** The library is loaded with the first use: most starts need no git. */
export async function gitClient({
  folder,
  timeoutMs,
  settings = [],
  environment,
  input,
}: {
  /** Where it runs. */
  readonly folder: string;
  /** When a run that says nothing is ended. */
  readonly timeoutMs: number;
  /** Settings of this use, as `name=value`, beside those that hold for every one. */
  readonly settings?: readonly string[];
  /** More variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Its standard input. */
  readonly input?: Buffer | undefined;
}): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git');
  const variables = { ...common, ...environment };
  return simpleGit({
    baseDir: folder,
    config: [...everywhere, ...settings],
    allowEnvironment: Object.keys(variables),
    // the library forbids to touch these settings; we touch them to say that there is none of it
    unsafe: {
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
      allowUnsafePager: true,
      allowUnsafeDiffExternal: true,
      allowUnsafeTemplateDir: true,
      allowUnsafeProtocolOverride: true,
      allowUnsafeCredentialHelper: true,
    },
    timeout: { block: timeoutMs },
    ...defined({ input: input ? () => input : undefined }),
  }).env(variables);
}

const everywhere = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'diff.external=',
  'credential.helper=',
];

const common: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  HOME: '/nonexistent',
  LANG: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
};
