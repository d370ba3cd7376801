/** The page of this machine, and the HTTP interface beneath it. */

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../../../inspector/server.ts';
import type { Registry } from '../../actors/runtime/registry.ts';
import { callerToken, knownPageToken, newPageToken, pageKey } from '../../adapters/remote/page-token.ts';
import type { OperationService } from '../../api/service.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { type Feature, type Features, feature } from '../feature.ts';

export interface Page extends Feature {
  readonly url: string | undefined;
}

declare module '../feature.ts' {
  interface Features {
    readonly page: Page;
  }
}

export const pageFeature = feature('page', ['owner', 'host', 'operations', 'options', 'connections', 'a2a'], needs => {
  const { owner, options, connections } = needs;
  const { registry } = needs.host;
  const { operations, agentFor } = needs.operations;
  const { row } = owner.status;
  const { paths, channels, owner: spokenTo } = owner.core.config;
  const say = words[spokenTo.language];
  const { server: isServed = channels.web.enabled, port: named, stately } = options;
  const wanted = named ?? channels.web.port;
  /** What was wanted is another program's. */
  const isElsewhere = () => server !== undefined && wanted !== 0 && server.port !== wanted;
  let server: RunningServer | undefined;
  return {
    get url() {
      return server?.url;
    },
    greeting: (forChat: boolean) => [
      ...(server && forChat ? [row('page', `${server.url}/#t=${knownPageToken(paths.run)}`, true)] : []),
      ...(server && !forChat ? [row('page', server.url), row('link', 'straylight ui')] : []),
      ...(isElsewhere() ? [row('port', say.elsewhere(wanted), forChat)] : []),
      ...(server || forChat ? [] : [row('page', say.off)]),
      ...(server && stately?.page ? [row('stately', say.stately(`${server.url}/stately`))] : []),
      ...(server && stately?.relay ? [row('relay', say.relay(stately.relay))] : []),
    ],
    async start() {
      if (!isServed) return;
      // a port that was named with the start is used or nothing is
      const port = named ?? (await (await import('./free-port.ts')).freePort(wanted));
      const secretForms = connections.forms;
      server = await serverOf(owner, registry, operations, { port, stately, agentFor, secretForms, a2a: needs.a2a });
      writeFileSync(paths.portFile, `${server.port}\n`, { mode: 0o600 });
    },
    async stop() {
      // first, so that a chat that loses the connection sees why
      rmSync(paths.portFile, { force: true });
      await server?.close(1000);
    },
  };
});

const en = {
  off: 'off',
  elsewhere: (port: number) => `${port} is another program's; the page has the next free one`,
  stately: (address: string) => `${address} hands what runs to stately.ai`,
  relay: (host: string) => `${host} gets what runs`,
};

const de: typeof en = {
  off: 'aus',
  elsewhere: port => `${port} gehört einem anderen Programm; die Seite hat den nächsten freien`,
  stately: address => `${address} gibt an stately.ai weiter, was läuft`,
  relay: host => `${host} bekommt, was läuft`,
};

const words: Readonly<Record<Language, typeof en>> = catalog('features/page/page', { en, de });

async function serverOf(
  owner: Features['owner'],
  registry: Registry,
  operations: OperationService,
  {
    port,
    stately,
    agentFor,
    secretForms,
    a2a,
  }: {
    readonly port: number;
    readonly stately: Features['options']['stately'];
    readonly agentFor: Features['operations']['agentFor'];
    readonly secretForms: Features['connections']['forms'];
    readonly a2a: Pick<Features['a2a'], 'serve'>;
  },
): Promise<RunningServer> {
  // a process that serves no page does not wait for it
  const [{ startServer }, { messageFiles }, { handedFiles }, { servedMcp }] = await Promise.all([
    import('../../../inspector/server.ts'),
    import('../../actors/observation/message-files.ts'),
    import('../../adapters/files/content/handed-files.ts'),
    import('./served-mcp.ts'),
  ]);
  const { core, reads, budget, audit, status, telemetry, files } = owner;
  const { log, clock, redactor, conversation } = core;
  const {
    paths: { run },
    owner: { language },
  } = core.config;
  const onToken = (text: string) => log({ level: 'warn', event: 'token', text });
  return startServer({
    port,
    clock,
    operations,
    secretForms,
    language,
    reader: {
      ...reads,
      budget,
      file: messageFiles({ conversation, shown: reads.shownMessage, open: handedFiles(files) }),
      audit: audit.service,
      machines: [...registry.machines.values()].map(({ machine }) => machine),
    },
    token: newPageToken(run, 'owner'),
    readOnlyToken: newPageToken(run, 'reader'),
    callerToken: callerToken(run, onToken),
    mcp: servedMcp(core, agentFor('mcp')),
    a2a: await a2a.serve(owner, agentFor('a2a')),
    renewToken(role) {
      pageKey(run, { role, renew: true });
      return newPageToken(run, role);
    },
    pageKey: role => pageKey(run, { role, say: onToken }),
    entryFolder: join(run, 'open'),
    health: status.health,
    metrics: telemetry.metrics,
    log: text => log({ level: 'warn', event: 'server', text }),
    redact: redactor.text,
    chartFolder: join(run, 'charts'),
    stately,
  });
}
