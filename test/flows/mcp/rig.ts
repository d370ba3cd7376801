/** A whole agent with a model that calls the tools that it is told to, and the peer as an MCP server. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../adapters/mcp/rig.ts';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { type TestAgent, withAgent } from '../rig/agent.ts';

/** Calls the tool that the words name, `use TOOL {JSON}`, and says what came back. */
function mind({ said, results }: Asked): Turn {
  const [result] = results;
  if (result) return { text: `It says: ${result.text}` };
  const [, name = '', args = '{}'] = /^use (\w+)(?: (.*))?$/s.exec(said) ?? [];
  return name === '' ? { text: 'I see.' } : { toolCalls: [{ name, arguments: args }] };
}

interface Told {
  readonly agent: TestAgent;
  /** What the model was told of the tools, in the newest request. */
  readonly offered: () => string;
  /** The messages it was shown, in the newest request. */
  readonly shown: () => string;
}

export async function withServers(story: (told: Told) => Promise<void>, config = ''): Promise<void> {
  let [offered, shown] = ['', ''];
  const peer = await openaiPeer({
    models: ['test'],
    script(asked) {
      offered = JSON.stringify(asked.body['tools'] ?? []);
      shown = JSON.stringify(asked.body['messages'] ?? []);
      return mind(asked);
    },
  });
  try {
    const settings = `[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\nimages = true\n${config}`;
    await withAgent({ config: settings }, agent => story({ agent, offered: () => offered, shown: () => shown }));
  } finally {
    await peer.close();
  }
}

/** The peer with resources and prompts, as `mcp add` takes it. */
export const offeringWords = (folder: string, line: 'legacy' | 'modern', ...words: readonly string[]) => [
  'notes',
  'node',
  join(root, 'test/peers/mcp/offering.ts'),
  folder,
  line,
  ...words,
  '--folder',
  root,
];

export const peerWords = (folder: string) => [
  'peer',
  'node',
  join(root, 'test/peers/mcp/stdio.ts'),
  folder,
  '--folder',
  root,
];

/** Where the peer writes, as it sees it: in the sandbox, or without one. */
export async function folderOf(agent: TestAgent): Promise<string> {
  const { value } = await agent.json('status');
  return value.executor?.kind === 'direct' || value.executor?.startsWith?.('direct') ? agent.workspace : '/workspace';
}

export const calls = ({ workspace }: TestAgent) => {
  const file = join(workspace, 'calls.log');
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map(line => line.trim())
    : [];
};

/** Programs of this home that run in its sandbox, by what stands on their command line. */
export function programs({ workspace }: TestAgent): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        return words.includes('peers/mcp/stdio.ts') && words.includes(workspace) ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
}

/** What the peer has deployed. */
export const done = (agent: TestAgent) => calls(agent).filter(line => line.startsWith('deploy done'));
