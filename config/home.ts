/**
 * Where everything of one agent lives: a single folder, `~/.straylight` unless the owner says otherwise.
 *
 * Known before any file is read, and cheap to load: `--help` needs no more than this.
 */
import { join, resolve } from 'node:path';

/** Every place inside a home, absolute. */
export interface HomePaths {
  readonly home: string;
  /** The owner's settings, and the secrets (0600). */
  readonly configFile: string;
  readonly envFile: string;
  /** Prompts that the owner has written in place of ours. */
  readonly prompts: string;
  /** Holds `agent.toml` alone. No sandbox has it: what stands there becomes part of the instructions. */
  readonly settings: string;
  /** The agent's own settings. Its file tools may write them, so they are validated before they count. */
  readonly agentFile: string;
  /**
   * Where earlier versions had them. A command can write there, so it is not read; what it held then is taken over
   * once.
   */
  readonly formerAgentFile: string;
  /** The last `agent.toml` that was valid. */
  readonly lastGoodAgentFile: string;
  readonly database: string;
  readonly workspace: string;
  readonly scripts: string;
  /** Skills, and for which content of each its owner said yes. */
  readonly skills: string;
  readonly skillsLock: string;
  /** For which content the owner trusts each hook of another agent's file. */
  readonly hooksLock: string;
  readonly logs: string;
  readonly backups: string;
  /** What the workspace held before each turn, outside every sandbox. */
  readonly undo: string;
  /** What this home signs and encrypts with, unless the keyring of the system keeps it (0700). */
  readonly keys: string;
  /** The signed end of the audit chain, outside the database. */
  readonly auditAnchor: string;
  /** The secrets the agent may use by name, encrypted. */
  readonly secretsFile: string;
  /** The tokens of logins at MCP servers. */
  readonly loginsFile: string;
  /** What the running process writes down for others: lock, port, token (0700). */
  readonly run: string;
  readonly lockFile: string;
  readonly portFile: string;
  readonly tokenFile: string;
}

/** The places inside `home`. */
export function homePaths(home: string): HomePaths {
  const at = (...names: string[]) => join(home, ...names);
  return {
    home,
    configFile: at('config.toml'),
    envFile: at('.env'),
    prompts: at('prompts'),
    settings: at('settings'),
    agentFile: at('settings', 'agent.toml'),
    formerAgentFile: at('scripts', 'agent.toml'),
    lastGoodAgentFile: at('run', 'agent.last-good.toml'),
    database: at('straylight.db'),
    workspace: at('workspace'),
    scripts: at('scripts'),
    skills: at('skills'),
    skillsLock: at('skills.lock'),
    hooksLock: at('hooks.lock'),
    logs: at('logs'),
    backups: at('backups'),
    undo: at('undo'),
    keys: at('keys'),
    auditAnchor: at('audit.anchor'),
    secretsFile: at('secrets.age'),
    loginsFile: at('logins.age'),
    run: at('run'),
    lockFile: at('run', 'lock'),
    portFile: at('run', 'port'),
    tokenFile: at('run', 'token'),
  };
}

/** The home this process is meant for: `--home`, else `STRAYLIGHT_HOME`, else `.straylight` in the user's folder. */
export function chosenHome(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  userFolder: string,
): string {
  return resolve(flag || env['STRAYLIGHT_HOME'] || join(userFolder, '.straylight'));
}
