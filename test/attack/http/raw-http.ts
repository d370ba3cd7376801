/**
 * Requests as no browser sends them, byte by byte: without the token, with it in the wrong place, or with it and a
 * foreign origin. None may read anything of the owner's or do anything; and after all of them the owner is still
 * served.
 */
import { connect } from 'node:net';
import { type Chance, random } from '../../domain/random.ts';
import { ask, known, readOnlyToken, type Served, serve, token } from '../../inspector/visitor.ts';
import { type Area, scoped } from '../area.ts';
import { seedOf } from '../draw.ts';

const most = 4000;
const atOnce = 8;

export const rawHttp: Area = {
  name: 'raw HTTP requests',
  run: ({ share, draw }) =>
    scoped(async scope => {
      const served = await serve({ limits: { badTokensPerMinute: 1_000_000 } });
      scope.after(() => served[Symbol.asyncDispose]());
      const chance = random(seedOf(`http ${draw}`));
      const breaches: string[] = [];
      const total = Math.ceil(most * share);
      const texts = Array.from({ length: total }, () => requestOf(chance, served.server.port));
      const queue = texts.values();
      const lane = async () => {
        for (const text of queue) {
          const answer = await send(served.server.port, text);
          const why = wrongIn(served, answer);
          if (why !== undefined) breaches.push(`${JSON.stringify(text.slice(0, 300))}: ${why}`);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
      const { status } = await ask(served.server.url, '/api/state', { headers: known });
      if (status !== 200) breaches.push(`the owner is answered ${status} afterwards`);
      return { probes: total, breaches };
    }),
};

/** What stands in every row that the small agent holds. */
const held = /session:web:main|k3Qm9xTd/;

function wrongIn({ agent }: Served, answer: string): string | undefined {
  if (agent.asked.length > 0) return `it did ${JSON.stringify(agent.asked.splice(0))}`;
  if (held.test(answer)) return `it was told ${JSON.stringify(answer.slice(0, 200))}`;
  if (/access-control-allow/i.test(answer)) return 'it was given a CORS header';
  return undefined;
}

const paths = [
  ...[
    '/api/state',
    '/api/stream',
    '/api/actors/session%3Aweb%3Amain',
    '/api/approvals',
    '/api/sessions/web%3Amain/messages',
  ],
  ...[
    '/api/approvals/k3Qm9xTd/decision',
    '/api/actors/session%3Aweb%3Amain/restart',
    '/api/audit',
    '/api/memory',
    '/metrics',
  ],
];
const disguises: readonly ((path: string) => string)[] = [
  path => path,
  path => path.replace('/api', '/API'),
  path => `/${path}`,
  path => path.replace('/api/', '/api//'),
  path => path.replace('/api/', '/page/../api/'),
  path => path.replace('/api/', '/page/%2e%2e/api/'),
  path => path.replace('api', '%61pi'),
  path => `${path}?token=${token}`,
  path => `${path}?access_token=${token}&authorization=Bearer%20${token}`,
  path => `${path};${token}`,
  path => `http://127.0.0.1${path}`,
  path => `http://evil.example${path}`,
  path => `${path}%00`,
  path => `${path}\\..`,
];
const methods = [
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'get',
  'PROPFIND',
  'GET\t',
];
const credentials: readonly string[] = [
  '',
  `Cookie: token=${token}`,
  `Authorization: Basic ${btoa(`owner:${token}`)}`,
  `Authorization: Bearer ${token}x`,
  `Authorization: Bearer ${token.slice(1)}`,
  `Authorization: Bearer ${token.toUpperCase()}`,
  `Authorization: Bearer`,
  `Authorization: ${token}`,
  `X-Authorization: Bearer ${token}`,
  `Proxy-Authorization: Bearer ${token}`,
  `Authorization : Bearer ${token}`,
  `Authorization: Bearer wrong\r\nAuthorization: Bearer ${token}`,
  `Authorization:\r\n Bearer ${token}`,
];
/** With one of these even the right token counts for nothing. */
const foreign: readonly string[] = [
  'Origin: http://evil.example',
  'Origin: null',
  'Origin: http://127.0.0.1:1',
  'Sec-Fetch-Site: cross-site',
  'Sec-Fetch-Site: same-site',
];
const body = JSON.stringify({
  clientId: 'a',
  commandId: 'a',
  text: 'hi',
  decision: 'approve',
  digest: 'd'.repeat(64),
  rev: 4,
});
const framings: readonly ((text: string) => string)[] = [
  text => `Content-Length: ${text.length}\r\n\r\n${text}`,
  text => `Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
  text => `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled(text)}`,
  text => `Content-Length: 0\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  text => `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled(text)}`,
  text => `Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${smuggled(text)}`,
  text => `Content-Length: +${text.length}\r\n\r\n${text}`,
  () => '\r\n',
];

/** A second request that hides in the body of the first; it has no token. */
function smuggled(text: string): string {
  return `POST /api/approvals/k3Qm9xTd/decision HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}

function requestOf(chance: Chance, port: number): string {
  const path = chance.pick(disguises)(chance.pick(paths));
  const isForeign = chance.integer(3) === 0;
  const right = chance.pick([token, readOnlyToken]);
  const credential = isForeign ? `Authorization: Bearer ${right}` : chance.pick(credentials);
  const hosts = [
    `127.0.0.1:${port}`,
    'evil.example',
    `evil.example:${port}`,
    '',
    `127.0.0.1:${port}\r\nHost: evil.example`,
  ];
  const isHostWrong = isForeign && chance.integer(2) === 0;
  const host = isHostWrong ? chance.pick(hosts.slice(1)) : (hosts[0] ?? '');
  const lines = [
    `${chance.pick(methods)} ${path} HTTP/${chance.pick(['1.1', '1.1', '1.0', '2.0'])}`,
    `Host: ${host}`,
    ...(credential === '' ? [] : [credential]),
    ...(isForeign && !isHostWrong ? [chance.pick(foreign)] : []),
    'Content-Type: application/json',
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n${chance.pick(framings)(body)}`;
}

/** All that comes back until the server closes, or nothing more comes within its own limits. */
function send(port: number, text: string): Promise<string> {
  return new Promise(resolve => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    socket.setEncoding('latin1');
    socket.on('data', piece => {
      answer += piece;
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(answer));
  });
}
