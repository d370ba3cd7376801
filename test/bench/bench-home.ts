/**
 * A home of its own for one measurement, and what its agent runs on: the scripted Anthropic, commands that answer at
 * once.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, loadConfig } from '../../config/load.ts';
import type { Executor } from '../../src/ports/executor.ts';

export const modelName = 'claude-sonnet-5';
/** The two wires that turns are measured on. */
export type Wire = 'anthropic' | 'openai';
export const openaiModel = 'gpt-5.2';
export const peerKey = 'sk-ant-test';
/** In the home of the bare loop: what it is given to say beside the messages. */
export const givenFile = 'given.json';

/** An empty folder; `remove` takes it away again. */
export function scratchHome(): { readonly home: string; remove(): void } {
  const home = mkdtempSync(join(tmpdir(), 'straylight-bench-'));
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
}

const unlimited = ['tokens_per_session', 'tokens_per_day', 'usd_per_session', 'usd_per_day']
  .map(limit => `max_${limit} = "none"`)
  .join('\n');

/**
 * The settings of a home that asks the peer at `url`, written through to the disk at every commit. It serves no page
 * unless it is to.
 */
export function benchConfig(
  home: string,
  url: string,
  {
    page = false,
    wire = 'anthropic',
    more = '',
  }: {
    readonly page?: boolean;
    readonly wire?: Wire;
    /** Further tables of config.toml. */
    readonly more?: string;
  } = {},
): Config {
  mkdirSync(home, { recursive: true });
  writeFileSync(
    join(home, 'config.toml'),
    `[models]\ndefault = "${wire === 'openai' ? `openai/${openaiModel}` : `anthropic/${modelName}`}"\n${wire === 'openai' ? `[models.providers.openai]\nbase_url = "${url}/v1"\n` : ''}[store]\nsynchronous = "full"\n[channels.web]\nenabled = ${page}\n[budget]\n# a bench says more than a day's budget\n${unlimited}\n${more}`,
    { mode: 0o600 },
  );
  const loaded = loadConfig({ home, env: { ...modelEnv(url) } });
  if (!loaded.ok) throw new Error(loaded.message);
  return loaded.config;
}

/** What a process is given for either wire; the peer at `url` speaks one of them. */
export function modelEnv(url: string): Readonly<Record<string, string>> {
  return { ANTHROPIC_API_KEY: peerKey, ANTHROPIC_BASE_URL: url, OPENAI_API_KEY: peerKey };
}

/** Runs `echo …` in this process, so that no figure holds the time of a real command. */
export const instantExecutor: Executor = {
  kind: 'bubblewrap',
  folders: { workspace: '/workspace', scripts: '/scripts' },
  description: 'Commands run in a sandbox without network.',
  async execute({ command }) {
    const stdout = `${command.replace(/^echo /, '')}\n`;
    return { exitCode: 0, stdout, stderr: '', stdoutBytes: stdout.length, stderrBytes: 0, durationMs: 0 };
  },
  close: async () => {},
};
