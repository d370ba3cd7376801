/**
 * `npm run demo:llamacpp [-- MODEL.gguf]`: an agent whose model is a real llama.cpp server on this machine.
 *
 * The program is `llama-server`, or what LLAMA_SERVER says. Without a file it is given a model of half a megabyte whose
 * weights are chance: it writes noise, yet everything else is real, such as the server, its tokens, the stream, and
 * JSON that its grammar holds to a schema. A model that was trained, in a file of your own, answers.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readable } from '../src/domain/text/visible.ts';
import { withAgent } from './flows/rig/agent.ts';
import { chanceModel } from './peers/chance-model.ts';

const [given] = process.argv.slice(2);
const [program = 'llama-server', ...words] = (process.env['LLAMA_SERVER'] ?? 'llama-server').split(' ');
const folder = mkdtempSync(join(tmpdir(), 'straylight-llamacpp-'));
const file = given === undefined ? join(folder, 'chance.gguf') : resolve(given);
if (given === undefined) writeFileSync(file, chanceModel());
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const print = (text: string) => process.stdout.write(`${text.trimEnd()}\n\n`);

const server = spawn(
  program,
  [
    ...words,
    ...['-m', file, '--alias', 'demo', '--host', '127.0.0.1', '--port', String(port), '--jinja', '--no-webui'],
    // a context of 32 k, one conversation at once; more threads than processors make it slower by far
    ...['-c', '32768', '-np', '1', '-t', '1', '-tb', '1'],
  ],
  { stdio: 'ignore' },
);
try {
  await ready(server);
  const config = [
    '[models]\ndefault = "llamacpp/demo"\n[models.roles]\ngate = "llamacpp/demo"',
    `[models.providers.llamacpp]\nbase_url = "${url}/v1"\nmax_output_tokens = 256`,
    // a verdict has to be JSON, which the grammar of the server sees to, noise or not
    '[[gates]]\nname = "tone"\non = "output"\nkind = "model"\nquestion = "Is it polite?"\n',
  ].join('\n');
  await withAgent({ config }, async agent => {
    print((await agent.straylight('models')).out);
    const { code, value } = await agent.json('ask', 'Say hello in three words.');
    print(`The turn: ${value.outcome} (exit code ${code}), ${JSON.stringify(value.usage)}`);
    print(readable(value.reply.slice(0, 500)));
    print((await agent.straylight('budget')).out);
  });
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

/** Resolves once the server has loaded its model. */
async function ready(child: ChildProcess): Promise<void> {
  const failed = Promise.race([
    once(child, 'error').then(([error]) => {
      throw new Error(
        `${program} cannot be started (${error.code}). Install llama.cpp (brew install llama.cpp, or https://github.com/ggml-org/llama.cpp/releases), or name the program in LLAMA_SERVER.`,
      );
    }),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${program} ended with ${code}; start it by hand to see why`);
    }),
  ]);
  failed.catch(() => undefined); // it ends when the demo does
  for (;;) {
    const isReady = fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (await Promise.race([isReady, failed])) return;
    await Promise.race([new Promise(done => setTimeout(done, 200)), failed]);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise(done => probe.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
