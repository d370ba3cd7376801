/** What comes in from the owner, whatever the channel, and what the owner can look at and do. */

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type * as Deciding from '../../actors/approvals/decisions.ts';
import type { Decisions } from '../../actors/approvals/decisions.ts';
import type * as Standing from '../../actors/approvals/standing-service.ts';
import type * as AccountParts from '../../actors/channels/account-service.ts';
import type { Accounts } from '../../actors/channels/account-service.ts';
import { type Attaching, attaching } from '../../actors/channels/attaching.ts';
import type * as Bringing from '../../actors/channels/bringing.ts';
import { type Incoming, incoming } from '../../actors/channels/incoming.ts';
import type * as Lists from '../../actors/conversation/chats/conversation-list-service.ts';
import { sessionService } from '../../actors/conversation/chats/session-service.ts';
import type * as Trusted from '../../actors/conversation/trust/trust.ts';
import { type AgentState, agentState } from '../../actors/observation/agent-state.ts';
import { diskPaths } from '../../adapters/files/confined-place.ts';
import { later } from '../../adapters/process/later.ts';
import { sqliteConversationList } from '../../adapters/stores/sqlite/conversation/conversation-list.ts';
import { sqliteSessionLedger } from '../../adapters/stores/sqlite/conversation/sessions.ts';
import type { StandingService } from '../../domain/approvals/standing.ts';
import type { ConversationListService } from '../../domain/conversation/listed-conversation.ts';
import type { MemoryService } from '../../domain/memory/service.ts';
import { says } from '../../domain/policy/sentence.ts';
import type { TrustService } from '../../domain/policy/trust.ts';
import type { AdminService } from '../../domain/supervision/admin.ts';
import { texts } from '../../domain/text/texts.ts';
import { judgedByOf } from '../../domain/tools/declaration.ts';
import { isMalformed } from '../../domain/tools/tool.ts';
import { type Features, value } from '../feature.ts';
import { credentialGuard } from './credentials.ts';

// With the first thing that is asked of it.
const load = createRequire(import.meta.url);

export interface Looks {
  readonly reads: AgentState;
  readonly accounts: Accounts;
}

const needed = [
  ...['core', 'keys', 'audit', 'telemetry', 'status', 'memories', 'sandbox', 'tools', 'undo', 'budget'],
  ...['lined', 'jobs', 'secrets', 'approvals', 'gatekeeper', 'channels', 'files', 'modelService'],
  ...['watches', 'looks', 'mcp', 'delegated'],
] as const;

type OwnerNeeds = Pick<Features, (typeof needed)[number]>;

/** Everything of the owner's side of this process, for operations, commands and channels. */
export interface Owner extends OwnerNeeds, Looks {
  readonly admin: AdminService;
  readonly incoming: Incoming;
  readonly decisions: Decisions;
  readonly attaching: Attaching;
  readonly sessions: ReturnType<typeof sessionService>;
  readonly conversations: ConversationListService;
  readonly standing: StandingService;
  readonly remembered: MemoryService;
  readonly trust: TrustService;
}

const looksNeed = ['core', 'audit', 'channels', 'approvals', 'status'] as const;

declare module '../feature.ts' {
  interface Features {
    readonly looks: Looks;
    readonly owner: Owner;
  }
}

/** What can be looked at, and who may talk on Telegram. */
export const openLooks = value('looks', looksNeed, needs => {
  const { core, status } = needs;
  const accounts = later<Accounts>(() => accountsOf(needs), {
    list: true,
    pair: true,
    allow: true,
    remove: true,
    knock: true,
  });
  const paths = diskPaths(core.config.paths, core.letIn);
  const reads = agentState(core, status.health, paths, () => accounts.list().requests);
  return { accounts, reads };
});

export const openOwner = value('owner', needed, needs => {
  const { core, keys, audit, looks, memories, gatekeeper, approvals, lined, mcp, channels } = needs;
  const { reads } = looks;
  const { redactor, database, system, owner } = core;
  const { language } = owner;
  const { trusted } = approvals;
  const chats = sqliteSessionLedger(database);
  return {
    ...needs,
    ...looks,
    admin: needs.watches.admin,
    incoming: incoming({
      ...core,
      gates: gatekeeper,
      models: lined.line,
      writing: reads.writing,
      heldBack() {
        const asks = system.isSafe && reads.needs().find(({ choices }) => choices?.includes('go'));
        return asks ? texts(language).safeModeWaits(asks.id.slice('incident:'.length)) : undefined;
      },
      // most messages name nothing, and need nothing loaded
      bring: message =>
        /@[a-z]\w*:\S/.test(message.text)
          ? (load('../../actors/channels/bringing.ts') as typeof Bringing).bringing(mcp.resources, channels.inbox, {
              clock: core.clock,
              language,
            })(message)
          : Promise.resolve(undefined),
      credentials: credentialGuard({ redactor, language, audit: audit.record }),
    }),
    decisions: later<Decisions>(
      () =>
        (load('../../actors/approvals/decisions.ts') as typeof Deciding).decisions({
          ...core,
          key: keys.signing,
          trusted,
        }),
      { decide: true, decideAll: true },
    ),
    attaching: attaching(channels.inbox),
    sessions: sessionService(core, chats, needs.delegated.held),
    conversations: later<ConversationListService>(
      () =>
        (load('../../actors/conversation/chats/conversation-list-service.ts') as typeof Lists).conversationListService(
          core,
          sqliteConversationList(database),
          chats,
          memories.conversations,
          memories.deleteConversation,
          session => needs.delegated.holderOf(session)?.agent,
        ),
      { list: true, show: true, named: true, search: true, mark: true, remove: true },
    ),
    standing: later<StandingService>(() => standingOf(needs), { list: true, add: true, revoke: true }),
    remembered: memories.service,
    trust: later<TrustService>(
      () => (load('../../actors/conversation/trust/trust.ts') as typeof Trusted).trustService(core, trusted),
      { look: true, restore: true },
    ),
  };
});

/** Who may talk on Telegram. Where commands have the owner's rights, only the settings add to those who may. */
function accountsOf({ core, audit, channels, approvals }: Pick<Features, (typeof looksNeed)[number]>): Accounts {
  const { clock, system } = core;
  const { accounts: ledger, hasTelegram } = channels;
  const isOwnerSet = () =>
    channels.permanent.some(({ name, ownerChats }) => name === 'telegram' && ownerChats.length > 0);
  const { accountService } = load('../../actors/channels/account-service.ts') as typeof AccountParts;
  return accountService({
    ledger,
    clock,
    system,
    hash: text => createHash('sha256').update(text).digest(),
    isOwnerSet,
    closed() {
      if (!hasTelegram)
        return says`Telegram is not set up: make a bot with @BotFather, and put its token into .env as STRAYLIGHT_TELEGRAM_TOKEN`;
      if (approvals.trusted === undefined || (!isOwnerSet() && ledger.accounts().length === 0)) return undefined;
      return says`commands run without a sandbox here, so a further account is added in config.toml only: channels.telegram.allowed_users`;
    },
    audit: (account, isAllowed, by) =>
      audit.write(
        { kind: 'settings.changed', subject: `telegram:${account}`, actor: by, facts: { isAllowed } },
        { at: clock.now() },
      ),
    // nobody is told: the page shows who wrote, and so does the command that waits for the code
    async wrote({ account, at }) {
      const text = `the account ${account} wrote while a pairing code is waited for`;
      const event = { type: 'report.raised', kind: 'progress', subject: 'channel:telegram', text };
      await system.accept({ target: 'supervisor', dedupe: `wrote:${account}:${at}`, event });
    },
    async changed({ account, name, by, at }, isAllowed) {
      const said = isAllowed ? 'may now talk to the agent' : 'may no longer talk to the agent';
      const text = `Telegram account ${account} (\`${name.replaceAll('`', "'")}\`) ${said} (${by}).`;
      const event = { type: 'report.raised', kind: 'progress', code: 'aside', subject: 'channel:telegram', text };
      await system.accept({
        target: 'supervisor',
        event: { type: 'channels.changed', channels: channels.permanent },
      });
      await system.accept({ target: 'supervisor', dedupe: `account:${account}:${isAllowed}:${at}`, event });
    },
  });
}

function standingOf({ core, keys, audit, approvals, sandbox, tools }: OwnerNeeds): StandingService {
  const { library } = tools;
  const declared = (tool: string) => library.toolbox.declared.find(({ name }) => name === tool);
  const { standingService } = load('../../actors/approvals/standing-service.ts') as typeof Standing;
  return standingService(core, approvals.ledger, keys.signing, audit.write, {
    executor: sandbox.executor.kind,
    runsOf(name, args) {
      const call = library.toolbox.resolve({ callId: '', name, arguments: JSON.stringify(args) });
      return isMalformed(call) ? undefined : call.facts.runs;
    },
    tools: async () => [
      ...library.toolbox.offer('').specs.map(spec => ({ ...spec, ...judgedByOf(declared(spec.name)) })),
      ...(await library.service.list()).map(({ name }) => ({ name })),
    ],
  });
}
