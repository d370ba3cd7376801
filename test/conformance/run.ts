/**
 * The official conformance suite of MCP against Straylight, as a client and as a server: `npm ci --prefix
 * test/conformance`, then `npm run conformance`, or one side of it, `-- server`. It prints the table of docs/mcp.md.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined } from '../../src/domain/text/json.ts';
import { withAgent } from '../flows/rig/agent.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
if (!existsSync(suite)) {
  console.error('The suite is not installed: npm ci --prefix test/conformance');
  process.exit(2);
}

/** Of the scenarios for servers, those of what this one offers: tools. The others call tools of a server made for the suite. */
const ofServer = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

/** Why a scenario is not passed. */
const reasons: Readonly<Record<string, string>> = {
  'elicitation-sep1034-client-defaults':
    'nobody is kept waiting in a call: the first one is cancelled, and made again with the answer',
  'auth/2025-03-26-oauth-metadata-backcompat': 'a line of the protocol that is not spoken',
  'auth/client-credentials-jwt': 'a login without an owner: not offered',
  'auth/client-credentials-basic': 'a login without an owner: not offered',
  'auth/cross-app-access-complete-flow': 'a login by another service: not offered',
};

interface Ran {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
}

async function run(...words: readonly string[]): Promise<string> {
  const output = mkdtempSync(join(tmpdir(), 'straylight-conformance-'));
  const child = spawn(process.execPath, [suite, ...words], { cwd: output, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  await new Promise(closed => child.on('close', closed));
  rmSync(output, { recursive: true, force: true });
  return text;
}

function ran(text: string): Ran {
  const [, passed, , failed, warned] =
    /Passed: (\d+)\/(\d+), (\d+) failed, (\d+) warnings/.exec(text)?.map(Number) ?? [];
  if (passed === undefined || failed === undefined) throw new Error(`the suite said nothing of its result:\n${text}`);
  return { passed, failed, warned: warned ?? 0 };
}

function row(side: string, scenario: string, { passed, failed, warned }: Ran): string {
  const checks = passed === 1 ? 'passed' : `passed, ${passed} checks`;
  const result = failed === 0 ? checks : `${passed} of ${passed + failed} checks`;
  const warnings = warned === 0 ? '' : `, ${warned} to improve`;
  return `| ${side} | ${scenario} | ${result}${warnings} | ${failed === 0 ? '' : (reasons[scenario] ?? 'not known')} |`;
}

async function client(): Promise<readonly string[]> {
  const listed = await run('list');
  const scenarios = [...(listed.split('Client scenarios')[1] ?? '').matchAll(/^ {2}- (\S+)/gm)].map(
    ([, name = '']) => name,
  );
  const command = `${process.execPath} --conditions=development ${join(folder, 'client.ts')}`;
  const rows: string[] = [];
  for (const scenario of scenarios)
    rows.push(row('client', scenario, ran(await run('client', '--command', command, '--scenario', scenario))));
  return rows;
}

/** The suite sends no token, so this adds it; a request under another name is passed on as it is. */
async function server(): Promise<readonly string[]> {
  const rows: string[] = [];
  await withAgent({}, async agent => {
    const { url } = await agent.start();
    const token = readFileSync(join(agent.path, 'run/token.mcp'), 'utf8').trim();
    const { host, port } = new URL(url);
    const front = createServer((incoming, response) => {
      const { origin, ...given } = incoming.headers;
      const here = `localhost:${(front.address() as AddressInfo).port}`;
      const inner = (text: string | undefined) => text?.replace(here, host);
      const headers = defined({ ...given, host: inner(given.host), origin: inner(origin) });
      headers.authorization = `Bearer ${token}`;
      const onward = request(
        { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers },
        answer => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onward.on('error', () => response.destroy());
      incoming.pipe(onward);
    });
    await new Promise<void>(listening => front.listen(0, 'localhost', listening));
    const address = `http://localhost:${(front.address() as AddressInfo).port}/mcp`;
    for (const scenario of ofServer)
      rows.push(row('server', scenario, ran(await run('server', '--url', address, '--scenario', scenario))));
    front.closeAllConnections();
    await new Promise(closed => front.close(closed));
  });
  return rows;
}

const sides = { client, server };
const wanted = Object.entries(sides).filter(([side]) => process.argv[2] === undefined || process.argv[2] === side);
console.log('| side | scenario | result | why not |\n| --- | --- | --- | --- |');
for (const [, rows] of wanted) for (const line of await rows()) console.log(line);
