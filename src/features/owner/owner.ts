/** What comes in from the owner, whatever the channel, and what the owner can look at and do. */

import { createHash } from 'node:crypto';
import { standingService } from '../../actors/approvals/standing-service.ts';
import type { Budget } from '../../actors/budget/budget.ts';
import { type Accounts, accountService } from '../../actors/channels/account-service.ts';
import { type Attaching, attaching } from '../../actors/channels/attaching.ts';
import { type Incoming, incoming } from '../../actors/channels/incoming.ts';
import { conversationListService } from '../../actors/conversation/chats/conversation-list-service.ts';
import { sessionService } from '../../actors/conversation/chats/session-service.ts';
import { trustService } from '../../actors/conversation/trust/trust.ts';
import type { Jobs } from '../../actors/jobs/job-service.ts';
import { type AgentState, agentState } from '../../actors/observation/agent-state.ts';
import type { Gatekeeper } from '../../actors/tools/gatekeeper.ts';
import { diskPaths } from '../../adapters/files/confined-place.ts';
import { sqliteConversationList } from '../../adapters/stores/sqlite/conversation/conversation-list.ts';
import { sqliteSessionLedger } from '../../adapters/stores/sqlite/conversation/sessions.ts';
import type { TrustedChannel } from '../../domain/approvals/answer.ts';
import type { StandingService } from '../../domain/approvals/standing.ts';
import type { ConversationListService } from '../../domain/conversation/listed-conversation.ts';
import type { MemoryService } from '../../domain/memory/service.ts';
import type { ModelService } from '../../domain/models/view.ts';
import type { TrustService } from '../../domain/policy/trust.ts';
import type { SecretService } from '../../domain/secrets/rule.ts';
import type { AdminService } from '../../domain/supervision/admin.ts';
import { texts } from '../../domain/text/texts.ts';
import { judgedByOf } from '../../domain/tools/declaration.ts';
import { isMalformed } from '../../domain/tools/tool.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { ApprovalLedger } from '../../ports/ledgers/approval.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import type { Audit } from '../audit/audit.ts';
import type { Channels } from '../channels/channels.ts';
import type { Memories } from '../memory/memory.ts';
import type { Lined } from '../models/calls.ts';
import type { Home } from '../process/home.ts';
import type { Host } from '../process/host.ts';
import type { Status } from '../process/status.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { Tools } from '../tools/tools.ts';
import type { Undo } from '../undo/undo.ts';
import { credentialGuard } from './credentials.ts';

export interface OwnerServices {
  readonly home: Home;
  readonly host: Host;
  readonly key: SigningKey;
  readonly audit: Audit;
  readonly telemetry: Telemetry;
  readonly status: Status;
  readonly memories: Pick<Memories, 'service' | 'conversations' | 'deleteConversation'>;
  readonly sandbox: Sandbox;
  readonly tools: Tools;
  readonly undo: Undo;
  readonly budget: Budget;
  readonly lined: Pick<Lined, 'line'>;
  readonly jobs: { readonly service: Jobs };
  readonly secrets: { readonly service: SecretService };
  readonly approvals: { readonly ledger: ApprovalLedger; readonly trusted: readonly TrustedChannel[] | undefined };
  readonly gatekeeper: Gatekeeper;
  readonly channels: Pick<Channels, 'accounts' | 'hasTelegram' | 'permanent' | 'inbox'>;
  /** The workspace, the scripts and the settings. */
  readonly files: ConfinedFiles;
  readonly modelService: ModelService;
  readonly admin: AdminService;
}

/** Everything of the owner's side of this process, for operations, commands and channels. */
export interface Owner extends OwnerServices {
  readonly reads: AgentState;
  readonly incoming: Incoming;
  readonly attaching: Attaching;
  readonly sessions: ReturnType<typeof sessionService>;
  readonly conversations: ConversationListService;
  readonly standing: StandingService;
  readonly remembered: MemoryService;
  readonly accounts: Accounts;
  readonly trust: TrustService;
}

export function ownerOf(services: OwnerServices): Owner {
  const { home, host, key, audit, status, memories, gatekeeper, approvals, tools, lined } = services;
  const { system } = host;
  const { config, store, conversation, clock, boot, redactor, database } = home;
  const { language } = config.owner;
  const accounts = accountsOf(services);
  const reads = agentState({
    ...{ system, store, conversation, clock, boot, language, paths: diskPaths(config.paths, home.letIn) },
    ...{ health: status.health, requests: () => accounts.list().requests },
  });
  const { trusted } = approvals;
  const chats = sqliteSessionLedger(database);
  return {
    ...services,
    reads,
    incoming: incoming({
      ...{ system, store, conversation, key, clock, trusted, gates: gatekeeper, toolbox: tools.toolbox, language },
      models: lined.line,
      writing: reads.writing,
      heldBack() {
        const asks = system.isSafe && reads.needs().find(({ choices }) => choices?.includes('go'));
        return asks ? texts(language).safeModeWaits(asks.id.slice('incident:'.length)) : undefined;
      },
      credentials: credentialGuard({ redactor, language, audit: audit.record }),
    }),
    attaching: attaching(services.channels.inbox),
    sessions: sessionService({ system, ledger: chats, keys: store, clock, conversation }),
    conversations: conversationListService({
      ...{ system, store, conversation, search: memories.conversations, remove: memories.deleteConversation },
      list: sqliteConversationList(database),
      chats,
    }),
    standing: standingOf(services),
    remembered: memories.service,
    accounts,
    trust: trustService({ system, store, conversation, trusted, language }),
  };
}

/** Who may talk on Telegram. Where commands have the owner's rights, only the settings add to those who may. */
function accountsOf({ home, host, audit, channels, approvals }: OwnerServices): Accounts {
  const { accounts: ledger, hasTelegram } = channels;
  const isOwnerSet = () =>
    channels.permanent.some(({ name, ownerChats }) => name === 'telegram' && ownerChats.length > 0);
  return accountService({
    ...{ ledger, clock: home.clock, system: () => host.system },
    hash: text => createHash('sha256').update(text).digest(),
    isOwnerSet,
    closed() {
      if (!hasTelegram)
        return 'Telegram is not set up: make a bot with @BotFather, and put its token into .env as STRAYLIGHT_TELEGRAM_TOKEN';
      if (approvals.trusted === undefined || (!isOwnerSet() && ledger.accounts().length === 0)) return undefined;
      return 'commands run without a sandbox here, so a further account is added in config.toml only: channels.telegram.allowed_users';
    },
    audit: (account, isAllowed, by) =>
      audit.write(
        { kind: 'settings.changed', subject: `telegram:${account}`, actor: by, facts: { isAllowed } },
        { at: home.clock.now() },
      ),
    // nobody is told: the page shows who wrote, and so does the command that waits for the code
    async wrote({ account, at }) {
      const text = `the account ${account} wrote while a pairing code is waited for`;
      const event = { type: 'report.raised', kind: 'progress', subject: 'channel:telegram', text };
      await host.system.accept({ target: 'supervisor', dedupe: `wrote:${account}:${at}`, event });
    },
    async changed({ account, name, by, at }, isAllowed) {
      const said = isAllowed ? 'may now talk to the agent' : 'may no longer talk to the agent';
      const text = `Telegram account ${account} (\`${name.replaceAll('`', "'")}\`) ${said} (${by}).`;
      const event = { type: 'report.raised', kind: 'progress', code: 'aside', subject: 'channel:telegram', text };
      await host.system.accept({
        target: 'supervisor',
        event: { type: 'channels.changed', channels: channels.permanent },
      });
      await host.system.accept({ target: 'supervisor', dedupe: `account:${account}:${isAllowed}:${at}`, event });
    },
  });
}

function standingOf({ home, host, key, audit, approvals, sandbox, tools }: OwnerServices): StandingService {
  const { store, conversation, clock } = home;
  const { library } = tools;
  const declared = (tool: string) => library.toolbox.declared.find(({ name }) => name === tool);
  return standingService({
    ...{ store, conversation, clock, key },
    system: host.system,
    audit: audit.write,
    approvals: approvals.ledger,
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
