/** What needs a secret or a login: asked for outside of every chat, and said in the conversation once it is there. */
import { createRequire } from 'node:module';
import { later } from '../../adapters/process/later.ts';
import { sqliteTables } from '../../adapters/stores/sqlite/tables.ts';
import { requestSecretTool } from '../../adapters/tools/ask-owner.ts';
import type { SecretForms } from '../../domain/connections/request.ts';
import { type Feature, featureWithTools } from '../feature.ts';
import type * as Expiries from './expiries.ts';
import type { ExpiryWatch } from './expiries.ts';
import type * as Requests from './requests.ts';
import type { SecretRequests } from './requests.ts';

// With the first secret that is asked for.
const load = createRequire(import.meta.url);

export interface Connections extends Feature {
  /** What the page of a link shows, and takes. */
  readonly forms: SecretForms;
  /** How conversations learn that a secret is there. */
  readonly tellBy: (say: (session: string, text: string, key: string) => Promise<unknown>) => void;
}

declare module '../feature.ts' {
  interface Features {
    readonly connections: Connections;
  }
}

export const connectionsFeature = featureWithTools(
  'connections',
  ['core', 'secrets', 'mcp'],
  ({ core, secrets, mcp }) => {
    let say: Parameters<Connections['tellBy']>[0] | undefined;
    let opened: SecretRequests | undefined;
    const requests = () => {
      opened ??= (load('./requests.ts') as typeof Requests).secretRequests(core, {
        secrets,
        logins: mcp.logins,
        say: (...message) => say?.(...message) ?? Promise.resolve(),
      });
      return opened;
    };
    let expiries: ExpiryWatch | undefined;
    // most secrets have no end
    const look = () => {
      if (!expiries && !secrets.held().some(({ expires }) => expires !== undefined)) return;
      expiries ??= (load('./expiries.ts') as typeof Expiries).expiryWatch(core, secrets.held);
      expiries.look();
    };
    secrets.follow(look);
    return {
      provides: { connections: later(() => requests().service, { list: true, refuse: true }) },
      forms: later(() => requests().forms, { find: true, give: true }),
      tellBy(by) {
        say = by;
      },
      tools: [requestSecretTool({ takers: secrets.service.takers, ask: wanted => requests().ask(wanted) })],
      async start() {
        look();
        const open = "SELECT 1 FROM connections_requests WHERE state = 'open' LIMIT 1";
        if (sqliteTables(core.database).all(open).length > 0) await requests().settle();
      },
      stop() {
        opened?.stop();
        expiries?.stop();
      },
    };
  },
);
