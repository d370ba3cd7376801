/** What comes in from the owner, whatever the channel, and what the owner can look at and do. */

import { standingService } from '../../actors/approvals/standing-service.ts';
import type { Budget } from '../../actors/budget/budget.ts';
import { type Incoming, incoming } from '../../actors/channels/incoming.ts';
import { conversationListService } from '../../actors/conversation/chats/conversation-list-service.ts';
import { sessionService } from '../../actors/conversation/chats/session-service.ts';
import type { Jobs } from '../../actors/jobs/job-service.ts';
import { type AgentState, agentState } from '../../actors/observation/agent-state.ts';
import type { Gatekeeper } from '../../actors/tools/gatekeeper.ts';
import { sqliteConversationList } from '../../adapters/stores/sqlite/conversation/conversation-list.ts';
import { sqliteSessionLedger } from '../../adapters/stores/sqlite/conversation/sessions.ts';
import type { TrustedChannel } from '../../domain/approvals/answer.ts';
import type { StandingService } from '../../domain/approvals/standing.ts';
import type { ConversationListService } from '../../domain/conversation/listed-conversation.ts';
import type { MemoryService } from '../../domain/memory/service.ts';
import type { ModelService } from '../../domain/models/view.ts';
import type { SecretService } from '../../domain/secrets/rule.ts';
import type { AdminService } from '../../domain/supervision/admin.ts';
import { texts } from '../../domain/text/texts.ts';
import { judgedByOf } from '../../domain/tools/declaration.ts';
import type { ApprovalLedger } from '../../ports/ledgers/approval.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import type { Audit } from '../audit/audit.ts';
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
  readonly memories: Pick<Memories, 'service' | 'conversations'>;
  readonly sandbox: Sandbox;
  readonly tools: Tools;
  readonly undo: Undo;
  readonly budget: Budget;
  readonly lined: Pick<Lined, 'line'>;
  readonly jobs: { readonly service: Jobs };
  readonly secrets: { readonly service: SecretService };
  readonly approvals: { readonly ledger: ApprovalLedger; readonly trusted: readonly TrustedChannel[] | undefined };
  readonly gatekeeper: Gatekeeper;
  readonly modelService: ModelService;
  readonly admin: AdminService;
}

/** Everything of the owner's side of this process, for operations, commands and channels. */
export interface Owner extends OwnerServices {
  readonly reads: AgentState;
  readonly incoming: Incoming;
  readonly sessions: ReturnType<typeof sessionService>;
  readonly conversations: ConversationListService;
  readonly standing: StandingService;
  readonly remembered: MemoryService;
}

export function ownerOf(services: OwnerServices): Owner {
  const { home, host, key, audit, status, memories, gatekeeper, approvals, tools, lined } = services;
  const { system } = host;
  const { config, store, conversation, clock, boot, redactor, database } = home;
  const { language } = config.owner;
  const reads = agentState({ system, store, conversation, clock, boot, health: status.health, language });
  const { trusted } = approvals;
  const chats = sqliteSessionLedger(database);
  return {
    ...services,
    reads,
    incoming: incoming({
      ...{ system, store, conversation, key, clock, trusted, gates: gatekeeper, toolbox: tools.toolbox, language },
      models: lined.line,
      heldBack() {
        const asks = system.isSafe && reads.needs().find(({ choices }) => choices?.includes('go'));
        return asks ? texts(language).safeModeWaits(asks.id.slice('incident:'.length)) : undefined;
      },
      credentials: credentialGuard({ redactor, language, audit: audit.record }),
    }),
    sessions: sessionService({ system, ledger: chats, clock, conversation }),
    conversations: conversationListService({
      ...{ system, conversation, search: memories.conversations },
      list: sqliteConversationList(database),
      chats,
    }),
    standing: standingOf(services),
    remembered: memories.service,
  };
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
    tools: async () => [
      ...library.toolbox.offer('').specs.map(spec => ({ ...spec, ...judgedByOf(declared(spec.name)) })),
      ...(await library.service.list()).map(({ name }) => ({ name })),
    ],
  });
}
