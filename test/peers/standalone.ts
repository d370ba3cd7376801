/**
 * A model peer as a process of its own: `node test/peers/anthropic.ts [--key KEY] [--port N] [SCRIPT]`.
 *
 * SCRIPT is a module whose default export is a script, or a JSON file with a list of turns; without it the peer echoes.
 * The first line on standard output is the URL. It ends on SIGTERM, and with its parent where it was forked.
 */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { defined } from '../../src/domain/text/json.ts';
import type { ModelPeer, ModelPeerOptions } from './model-server.ts';
import type { Script } from './script.ts';

/** Starts the peer from the command line's arguments and prints where it listens. */
export async function standalone(start: (options: ModelPeerOptions) => Promise<ModelPeer>): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { key: { type: 'string' }, port: { type: 'string' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  const script = file === undefined ? undefined : await scriptIn(file);
  const peer = await start({
    remember: false,
    ...defined({ key: values.key }),
    port: values.port === undefined ? undefined : Number(values.port),
    script,
  });
  console.log(peer.url);
  process.send?.({ url: peer.url });
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.once(signal, () => void peer.close().then(() => process.exit(0)));
}

async function scriptIn(file: string): Promise<Script> {
  const url = pathToFileURL(resolve(file)).href;
  const loaded: { readonly default: Script } = file.endsWith('.json')
    ? await import(url, { with: { type: 'json' } })
    : await import(url);
  return loaded.default;
}
