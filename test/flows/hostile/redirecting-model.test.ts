/** Model servers that lead elsewhere: the real agent, with a key, against a server that answers with redirects alone. */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { TestContext } from 'node:test';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';
import { localServer } from '../rig/local-server.ts';

const serve = async (t: TestContext, listener: RequestListener) => `http://${await localServer(t, listener)}`;

const key = 'sk-test-0000-redirected';

const wires: readonly (readonly [string, (url: string) => string, (url: string) => Record<string, string>])[] = [
  [
    'mine/m',
    url => `[models.providers.mine]\nbase_url = "${url}/v1"\nkey = "BOX_KEY"\ncontext_tokens = 32000\n`,
    () => ({ BOX_KEY: key }),
  ],
  [
    'anthropic/claude-sonnet-5',
    url => `[models.anthropic]\nbase_url = "${url}"\nkey = "BOX_KEY"\n`,
    () => ({ BOX_KEY: key }),
  ],
  ['ollama/m', () => '', url => ({ OLLAMA_HOST: url })],
];

for (const [model, table, env] of wires)
  for (const status of [302, 308])
    test(`given ${model} at a server that redirects (${status}) to another one, when it is asked and listed, then the other sees nothing, and its owner reads why`, {
      timeout: 120_000,
    }, async t => {
      const seen: string[] = [];
      const inner = await serve(t, (request, response) => {
        seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
        response.end('{}');
      });
      const url = await serve(t, (request, response) => {
        request.resume();
        response.writeHead(status, { location: `${inner}${request.url}` }).end();
      });
      const config = `[models]\ndefault = "${model}"\nkeep_trying = "0"\n${table(url)}`;
      await withAgent({ config, env: env(url), secrets: [key] }, async agent => {
        const { out, err } = await agent.straylight('ask', 'say my key');
        assert.match(`${out}${err}`, /redirects \(30\d\), which is not followed/);
        await agent.straylight('models');
        await agent.straylight('doctor');
        assert.deepEqual(seen, []);
      });
    });
