/**
 * The one place where config meets adapters, adapters meet actors, and actors fill machines.
 *
 * It opens the home, wires the house and starts nothing: `start` does. An embedding program brings tools of its own with
 * `compose(config, { tools })`.
 */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/load.ts';
import { reveal } from '../config/secrets.ts';
import { type RunningServer, startServer } from '../inspector/server.ts';
import { consent } from './actors/approvals/consent.ts';
import { revision } from './actors/approvals/revision.ts';
import { settlement } from './actors/approvals/settlement.ts';
import { standingDesk } from './actors/approvals/standing-desk.ts';
import { connection } from './actors/channels/connection.ts';
import { delivery } from './actors/channels/delivery.ts';
import { inbox } from './actors/channels/inbox.ts';
import { inward, sessionAddress } from './actors/channels/inward.ts';
import { completion } from './actors/conversation/completion.ts';
import { evaluation } from './actors/conversation/evaluation.ts';
import { showPreviews } from './actors/conversation/previews.ts';
import { recall } from './actors/conversation/recall.ts';
import { recentMessages } from './actors/conversation/recent-messages.ts';
import { sessionDesk } from './actors/conversation/session-desk.ts';
import { sessionPreview, sessionRestart, sessionStopped } from './actors/conversation/session-restart.ts';
import { sessionRewind } from './actors/conversation/session-rewind.ts';
import { memoryDesk } from './actors/memory/memory-desk.ts';
import { readingRoom } from './actors/observation/reading-room.ts';
import { type Directives, directives } from './actors/runtime/directives.ts';
import { storedText } from './actors/runtime/intake.ts';
import { recover } from './actors/runtime/recovery.ts';
import { createRegistry, type EffectSource, registered, type Writer } from './actors/runtime/registry.ts';
import { type ActorExport, replay } from './actors/runtime/replay.ts';
import { createSystem, type System } from './actors/runtime/system.ts';
import { asksOwner } from './actors/supervision/administration.ts';
import { healthOf, recoveryLines, statusText } from './actors/supervision/health.ts';
import { execution } from './actors/tools/execution.ts';
import { gatedToolbox, gating } from './actors/tools/gating.ts';
import { reading } from './actors/tools/reading.ts';
import { findBrowser } from './adapters/browser/launch.ts';
import { screenChannel } from './adapters/channels/screen/screen.ts';
import { endLeftCommands } from './adapters/executors/processes/left-commands.ts';
import { createFetcher } from './adapters/fetcher/fetcher.ts';
import { confinedFiles } from './adapters/files/confined-files.ts';
import { confinedPaths } from './adapters/files/confined-path.ts';
import { usualFolders } from './adapters/files/confined-place.ts';
import { fileInbox } from './adapters/files/file-inbox.ts';
import { pictureReader } from './adapters/files/picture-file.ts';
import { removeLeftDrafts } from './adapters/home/left-drafts.ts';
import { lockHome } from './adapters/home/lock.ts';
import { needRoom } from './adapters/home/room.ts';
import { builtInKinds } from './adapters/kinds.ts';
import { chooseModel } from './adapters/models/choose-model.ts';
import { guardedClock, systemClock } from './adapters/process/clock.ts';
import { handleWatch } from './adapters/process/handle-watch.ts';
import type { Untaken } from './adapters/process/process-edge.ts';
import { knownPageToken, newPageToken, pageKey } from './adapters/remote/page-token.ts';
import { osKeyring } from './adapters/secrets/keyring.ts';
import { openSigningKey } from './adapters/secrets/signing-key.ts';
import { copyDatabase } from './adapters/stores/sqlite/backup.ts';
import { sqliteCallCounts } from './adapters/stores/sqlite/call-counts.ts';
import { sqliteConversationStore } from './adapters/stores/sqlite/conversation.ts';
import { openDatabase } from './adapters/stores/sqlite/database.ts';
import { sqliteRequestLedger, sqliteTrustLedger } from './adapters/stores/sqlite/egress.ts';
import { sqliteFileLedger } from './adapters/stores/sqlite/files.ts';
import { sqliteHostStore } from './adapters/stores/sqlite/host.ts';
import { memoryStore } from './adapters/stores/sqlite/memories.ts';
import { sqliteSessionLedger } from './adapters/stores/sqlite/sessions.ts';
import { sqliteToolLedger } from './adapters/stores/sqlite/tools.ts';
import { writers } from './adapters/stores/writers.ts';
import { fileLog } from './adapters/telemetry/log.ts';
import { toolLibrary } from './adapters/toolbox/tool-library.ts';
import { memoryId } from './adapters/tools/memory-save.ts';
import { operationService } from './api/service.ts';
import { budgetLines } from './commands/budget.ts';
import type { Check } from './commands/doctor.ts';
import type { House } from './commands/house.ts';
import { sessionsCommand } from './commands/sessions.ts';
import { standingText } from './commands/standing.ts';
import { asCode, toolsText } from './commands/tools.ts';
import { undoText } from './commands/undo.ts';
import { windowMessages } from './domain/conversation/context-window.ts';
import { type Priority, type Saying, urgency } from './domain/conversation/turn-terms.ts';
import { modelAt, modelsInLine } from './domain/models/route.ts';
import { createRedactor } from './domain/secrets/redaction.ts';
import { sandboxLines } from './domain/security/sandbox.ts';
import { toFailure } from './domain/supervision/failure.ts';
import { texts } from './domain/text/texts.ts';
import type { ToolAct } from './domain/tools/health.ts';
import type { FrozenCall } from './domain/tools/tool.ts';
import { approvalsOf } from './features/approvals.ts';
import { openAudit } from './features/audit.ts';
import { openBudget } from './features/budget.ts';
import { modelChecks } from './features/checks/model-checks.ts';
import { credentialGuard } from './features/conversation/credentials.ts';
import { instructions } from './features/conversation/instructions.ts';
import { gatesOf } from './features/gates.ts';
import { capabilitiesOf, modelProviders, patienceOf } from './features/models.ts';
import { type Network, networkOf } from './features/network.ts';
import { implementedOperations } from './features/operations/implemented.ts';
import { openSandbox } from './features/sandbox.ts';
import { secretsOf, vaultOf } from './features/secrets.ts';
import { supervisionOf } from './features/supervision.ts';
import { telemetryOf } from './features/telemetry.ts';
import { builtInTools } from './features/tools.ts';
import { undoOf } from './features/undo.ts';
import { approvalMachine } from './machines/approval/chart.ts';
import { approvalDeskMachine } from './machines/approval-desk.ts';
import { channelMachine } from './machines/channel/chart.ts';
import { migrateChannel } from './machines/channel/migrate.ts';
import { circuitBreakerMachine } from './machines/circuit-breaker.ts';
import { incidentMachine } from './machines/incident/chart.ts';
import { sessionMachine } from './machines/session/chart.ts';
import { migrateSession } from './machines/session/migrate.ts';
import type { CompletionInput, SessionInput } from './machines/session/types.ts';
import { supervisorMachine } from './machines/supervisor/chart.ts';
import { toolCallMachine } from './machines/tool-call/chart.ts';
import type { Channel, Receiver } from './ports/channel.ts';
import type { Clock } from './ports/clock.ts';
import type { Executor } from './ports/executor.ts';
import type { Kinds } from './ports/kinds.ts';
import type { ModelKind } from './ports/model-kind.ts';
import type { Tool } from './ports/tool.ts';

export interface ComposeOptions {
  /** The kinds of models there can be, as they were given to `loadConfig`; those that come with Straylight if left out. */
  readonly kinds?: Kinds;
  /** More tools, run in this process. */
  readonly tools?: readonly Tool[];
  readonly clock?: Clock;
  /** Runs the commands instead of the configured executor. */
  readonly executor?: Executor;
  /** Looks names up and connects instead of this machine; what may be reached is judged all the same. */
  readonly network?: Pick<Network, 'resolve' | 'connect'>;
  /** Instead of the configured one; 0: any free port. */
  readonly port?: number;
  /** Shows what runs to Stately's inspector: on a page of its own, and by a relay. */
  readonly stately?: { readonly page: boolean; readonly relay?: string };
  /** False: no Telegram, no server; for a command that opens the house for a moment. */
  readonly telegram?: boolean;
  readonly server?: boolean;
  /** Of the commands the agent runs, where this process has a stricter one. */
  readonly umask?: number;
}

export interface Straylight {
  readonly house: House;
  readonly system: System;
  readonly directives: Directives;
  /** Where home, model, executor, channels and page are, a line each. `withLink`: the page's line opens it, since it holds the token. */
  readonly greeting: (withLink: boolean) => readonly string[];
  readonly url: string | undefined;
  start(): Promise<void>;
  /** An error that nobody has taken goes into the log. `isDefect`: the process ends with it. */
  noteUntaken(untaken: Untaken, isDefect: boolean): void;
  /** Stops accepting, lets running work end for its grace, keeps the rest. */
  stop(): Promise<void>;
}

/** Opens a home. Throws a `Fault` where another process holds it or its database cannot be read. */
export async function compose(config: Config, options: ComposeOptions = {}): Promise<Straylight> {
  const {
    clock: givenClock = systemClock,
    kinds = builtInKinds,
    telegram: withTelegram = true,
    server: withServer = config.channels.web.enabled,
  } = options;
  const { paths, owner, limits } = config;
  for (const folder of [paths.workspace, paths.scripts, paths.settings, paths.logs, paths.backups, paths.run])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  needRoom(paths.home);
  const lock = lockHome(paths.lockFile);
  const leftDrafts = removeLeftDrafts(paths.home);
  const redactor = createRedactor(config.secrets);
  const { maxFileMb, maxFiles } = config.logs;
  const log = fileLog({
    folder: paths.logs,
    now: () => givenClock.now(),
    redact: redactor.json,
    mostBytes: maxFileMb * 2 ** 20,
    keptFiles: maxFiles,
  });
  const onThrow = (event: string) => (thrown: unknown) => {
    const { message, cause } = toFailure(thrown);
    log({ level: 'error', event, error: redactor.text(message), ...(cause === undefined ? {} : { cause }) });
  };
  const clock = guardedClock(givenClock, onThrow('timer.failed'));
  const startedAt = clock.now();
  const boot = clock.id().slice(0, 8);

  const leftCommands = await endLeftCommands(paths.workspace, clock);
  if (leftCommands > 0) log({ level: 'warn', event: 'commands.left', count: leftCommands });
  if (leftDrafts.length > 0) log({ level: 'info', event: 'drafts.removed', count: leftDrafts.length });

  // ── the store ──
  const database = openDatabase({
    file: paths.database,
    synchronous: config.store.synchronous,
    now: clock.now,
    beforeMigration: (older, from) => copyDatabase(older, join(paths.backups, `schema-${from}-${startedAt}.db`)),
  });
  chmodSync(paths.database, 0o600);
  const store = sqliteHostStore(database);
  const conversation = sqliteConversationStore(database);
  const memories = memoryStore(database);
  const telemetry = await telemetryOf({
    ...{ config, database, store, conversation, clock, boot, log },
    makesSpans: provider => capabilitiesOf(kinds.models, config, provider).makesSpans,
    version,
    redact: redactor.text,
    learn: redactor.learn,
  });

  // ── models, tools, channels ──
  const network = { ...networkOf(config, clock), ...options.network };
  const providers = await modelProviders(kinds.models, config, clock, redactor, telemetry.provider);
  const keyring = config.keys.store === 'auto' ? osKeyring({ clock }) : undefined;
  const [signing, model, sandbox] = await Promise.all([
    openSigningKey({
      folder: paths.keys,
      keyring,
      say: text => log({ level: 'info', event: 'keys', text }),
    }),
    chooseModel({ configured: config.models.default, kinds: kinds.models, providers }),
    openSandbox({
      config,
      network,
      log,
      ...(options.executor ? { executor: options.executor } : {}),
      ...(options.umask === undefined ? {} : { umask: options.umask }),
      onReset: ({ ok, text }) => tell('sandbox', ok ? 'completed' : 'failed', text),
    }),
  ]);
  const audit = openAudit({ config, database, key: signing, clock, redact: redactor.json });
  const { executor } = sandbox;
  const hasTelegram = reveal(config.secrets, config.channels.telegram.botTokenEnv) !== undefined;
  const mayBeForged = executor.kind === 'direct' && hasTelegram;
  const channels = new Map<string, Channel>();
  const approvals = approvalsOf({
    ...{ config, database, conversation, channels, clock, mayBeForged, key: signing },
    audit: audit.write,
  });
  const say = (text: string) => log({ level: 'warn', event: 'secrets', text });
  const secrets = await secretsOf({ config, keyring, database, redactor, audit, say });
  const { roles, skills, fallbacks } = config.models;
  const settings = { default: model.name, roles, skills, fallbacks };
  const inLine = modelsInLine(settings, { role: 'session' });
  const fetcher = createFetcher({
    ...network,
    ledger: sqliteRequestLedger(database),
    userAgent: `Straylight/${version}`,
  });
  const { workspace, scripts, settings: settingsFolder } = paths;
  const folders = { workspace, scripts, settings: settingsFolder };
  const seenSettings = executor.kind === 'direct' ? settingsFolder : usualFolders.settings;
  const seen = { ...executor.folders, settings: seenSettings };
  const files = confinedFiles(confinedPaths({ folders, seen }), clock);
  const builtIn = builtInTools({
    ...{ config, network, memories, executor, files, fetcher },
    ledger: sqliteTrustLedger(database),
    fileLedger: sqliteFileLedger(database),
    channel: name => channels.get(name),
    secrets,
    redact: redactor.text,
  });
  const library = toolLibrary({
    scripts: paths.scripts,
    repository: join(paths.home, 'scripts.git'),
    executor,
    ledger: sqliteToolLedger(database),
    builtIn: [...builtIn.tools, ...(options.tools ?? [])],
    most: limits.maxDynamicToolsPerTurn,
    language: owner.language,
    clock,
    redact: redactor.text,
    report: (tool, text) => tell(`tool:${tool}`, 'toolFailure', text),
    log: (level, text, facts) => log({ level, event: 'tools', text, ...facts }),
  });
  const gates = gatesOf({
    ...{ settings: config.gates, providers: telemetry.traced(providers), model: model.name, clock, audit },
    watch: telemetry.gates,
    report: (gate, text) => tell(`gate:${gate}`, 'failed', text),
  });
  const toolbox = () => (config.gates.length > 0 ? gatedToolbox(library.toolbox, gates) : library.toolbox);
  const recent = recentMessages(conversation, windowMessages);
  for (const name of ['terminal', 'web'] as const) channels.set(name, screenChannel({ name, ownerChats: ['main'] }));
  const token = withTelegram ? reveal(config.secrets, config.channels.telegram.botTokenEnv) : undefined;
  if (token !== undefined) {
    const { telegramChannel } = await telegramLate();
    const { apiRoot, allowedUsers } = config.channels.telegram;
    const telegramLog = (level: 'info' | 'warn' | 'error', text: string, facts?: object) =>
      log({ level, event: 'telegram', text, ...facts });
    channels.set(
      'telegram',
      telegramChannel({
        token,
        apiRoot,
        allowedUsers,
        clock,
        log: telegramLog,
        language: owner.language,
        timeZone: owner.timeZone,
        inbox: fileInbox(files, redactor),
      }),
    );
  }

  // ── actors fill machines ──
  const born: SessionInput = {
    language: owner.language,
    limits: { steps: limits.maxStepsPerTurn, calls: limits.maxToolCallsPerTurn, errorsInRow: limits.maxErrorsInRow },
    approvals: config.approvals.mode,
    approvalExpiresAfterMs: config.approvals.expiresMs === 'never' ? null : config.approvals.expiresMs,
  };
  const spoken = instructions(config, executor.description, clock, secrets.told);
  const budget = openBudget({
    config,
    kinds: kinds.models,
    database,
    clock,
    models: settings,
    toolbox,
    system: spoken,
  });
  const isHere = ({ channel }: { readonly channel: string }) => channels.has(channel);
  const undo = await undoOf({
    ...{ config, clock, keyring, log, redact: redactor.json },
    say: text => log({ level: 'info', event: 'keys', text }),
    report: text => tell('undo', 'completed', text),
  });
  const runs = { toolbox, conversation, maxOutputBytes: limits.maxOutputBytes };
  const acts = { ...runs, ...(undo.keeper ? { keeper: undo.keeper } : {}) };
  const sources: Readonly<Record<string, EffectSource>> = {
    completion: {
      logic: completion({
        models: { settings, provider: name => providers.get(name) },
        toolbox,
        conversation,
        recent,
        memories,
        redactor,
        system: spoken,
        maxOutputTokens: provider => capabilitiesOf(kinds.models, config, provider).maxOutputTokens,
        budget,
        gates: { gatekeeper: gates, language: owner.language },
        readPicture: pictureReader(files),
      }),
      callee: ({ route }: CompletionInput) => `model:${modelAt(inLine, route)}`,
      priority: urgencyOf,
      onAgain: budget.again,
      policy: 'repeatable',
      lane: 'model',
      timeoutMs: 1_800_000,
      heartbeatMs: modelHeartbeatMs(kinds.models, config),
    },
    gating: {
      logic: gating({ gatekeeper: gates, toolbox, conversation }),
      policy: 'repeatable',
      lane: 'tool',
      timeoutMs: 180_000,
    },
    reading: {
      logic: reading(runs),
      callee: toolCallee,
      priority: urgencyOf,
      policy: 'repeatable',
      lane: 'tool',
      timeoutMs: runDeadline,
      heartbeatMs: heartbeatOf(config.watchdog.heartbeatMs),
    },
    execution: {
      logic: execution(acts),
      callee: toolCallee,
      priority: urgencyOf,
      policy: 'once',
      lane: 'tool',
      timeoutMs: (input: { readonly call: FrozenCall }) => runDeadline(input) + undo.waitMs,
      heartbeatMs: heartbeatOf(config.watchdog.heartbeatMs),
      key: (input: { readonly act: string }) => input.act,
      about: ({ call }: { readonly call: FrozenCall }) => call.intent,
    },
    consent: {
      isPossible: isHere,
      logic: consent(channels, conversation),
      policy: 'once',
      lane: 'delivery',
      timeoutMs: 60_000,
    },
    connection: {
      isPossible: isHere,
      logic: connection(channels),
      policy: 'repeatable',
      lane: 'delivery',
      timeoutMs: 60_000,
    },
    inbox: {
      isPossible: isHere,
      logic: inbox(channels, name => receiverFor(name)),
      policy: 'repeatable',
      isService: true,
      timeoutMs: null,
    },
    delivery: {
      isPossible: isHere,
      logic: delivery(channels, conversation, {
        ...{ clock, language: owner.language, timeZone: owner.timeZone },
        keepForMs: config.channels.deliverForHours * 3_600_000,
      }),
      policy: 'once',
      lane: 'delivery',
      timeoutMs: 120_000,
    },
    settlement: {
      isPossible: isHere,
      logic: settlement(channels, conversation),
      policy: 'keyed',
      lane: 'delivery',
      timeoutMs: 60_000,
    },
  };
  const patience = patienceOf(config.models, owner.timeZone);
  const supervision = supervisionOf({
    ...{ config, database, store, clock, audit: audit.write, models: inLine.length },
    modelRestMs: patience.longestPauseMs,
    watch: { ...config.watchdog, folder: paths.home },
  });
  const permanent = [...channels.values()].map(({ name, ownerChats }) => ({ name, ownerChats }));
  const registry = createRegistry(
    [
      ...supervision.machines,
      {
        machine: channelMachine,
        startsWith: address => ({ name: address.slice('channel:'.length) }),
        migrate: migrateChannel,
        isVital: true,
      },
      {
        machine: sessionMachine,
        startsWith: () => born,
        migrate: migrateSession,
        onRewound: sessionRewind({ conversation, recent }),
        onRestart: sessionRestart(conversation, owner.language),
        wouldRelease: sessionPreview(conversation),
        onStopped: sessionStopped(conversation, store),
      },
      { machine: toolCallMachine, isShortLived: true },
      ...approvals.machines,
    ],
    { ...sources, ...supervision.sources },
    {
      ...writers({
        conversation,
        approvals: approvals.ledger,
        toolbox,
        audit: audit.write,
        onMessage: recent.add,
        store: text => storedText(text, (hash, body) => store.putBlob(hash, body, clock.now())),
      }),
      ...budget.writers,
      ...supervision.writers,
    } as Readonly<Record<string, Writer>>,
    {
      recall: recall({
        ...{ conversation, memories, models: inLine.length },
        patience,
      }),
      evaluation: evaluation({
        ...{ conversation, budget, language: owner.language },
        ...(undo.keeper ? { keeper: undo.keeper } : {}),
      }),
      ...approvals.lookups,
      revision: revision({ toolbox, conversation }),
      ...supervision.lookups,
    },
  );
  const system = createSystem({
    store,
    registry,
    clock,
    boot,
    lanes: { model: 32, tool: 16, delivery: 16 },
    ...supervision.host,
    redact: redactor.text,
    snapshotEvery: config.store.snapshotEvery,
    log: telemetry.log,
    surround: telemetry.surround,
  });

  const { admin, watches } = supervision.begin(system, registry);

  /** The supervisor writes it down and tells the owner; in a house that was opened to look, whoever looks is told. */
  function tell(subject: string, kind: 'toolFailure' | 'completed' | 'failed', text: string): void {
    if (!started) return;
    const event = { type: 'report.raised', kind, code: 'tell', subject, text };
    system
      .accept({ target: 'supervisor', event })
      .catch((thrown: unknown) =>
        log({ level: 'warn', event: 'report.lost', subject, error: redactor.text(toFailure(thrown).message) }),
      );
  }

  // ── windows and levers ──
  const heldBack = () => {
    const asks = system.isSafe && reader.needs().find(({ choices }) => choices?.includes('go'));
    return asks ? texts(owner.language).safeModeWaits(asks.id.slice('incident:'.length)) : undefined;
  };
  const inside = inward({
    heldBack,
    ...{ system, store, conversation, gates, key: signing, clock, toolbox, mayBeForged },
    credentials: credentialGuard({ redactor, language: owner.language, audit: audit.record }),
  });
  const sessions = sessionDesk({ system, ledger: sqliteSessionLedger(database), conversation });
  const standing = standingDesk({
    ...{ system, store, conversation, clock, key: signing, audit: audit.write },
    approvals: approvals.ledger,
    executor: executor.kind,
    tools: async () => [
      ...library.toolbox.offer('').specs,
      ...(await library.desk.list()).map(({ name }) => ({ name })),
    ],
  });
  const remembered = memoryDesk({
    ...{ system, memories, clock, audit: audit.write },
    ...{ idOf: memoryId, redact: redactor.text },
  });
  const counts = sqliteCallCounts(database);
  const coreTools = () => {
    const counted = counts();
    return library.fixed.map(({ name, description }) => ({ name, description, ...counted.get(name) }));
  };
  let server: RunningServer | undefined;
  let recovery: readonly string[] = [];
  let stopping = false;
  let started = false;
  let cancelPrune = () => {};
  let endWatch = () => {};
  const handles = handleWatch({
    clock,
    onChange(trouble) {
      log({
        level: trouble === undefined ? 'info' : 'error',
        event: 'handles',
        text: trouble ?? 'there are some again',
      });
      if (trouble !== undefined) tell('process', 'failed', texts(owner.language).noHandles);
    },
  });
  const health = () =>
    healthOf({
      store,
      channels: permanent.map(({ name }) => name),
      model,
      executor: { kind: executor.kind, detail: sandbox.reason },
      version,
      uptimeMs: clock.now() - startedAt,
      trouble: system.trouble ?? handles.trouble ?? audit.problem,
      isStopping: stopping,
      recovery: [
        ...recovery,
        ...(system.trouble === undefined ? [] : [`Store     ${system.trouble}`]),
        ...(handles.trouble === undefined ? [] : [`Files     ${handles.trouble}`]),
        ...(audit.problem === undefined ? [] : [`Audit     ${audit.problem}`]),
      ],
    });
  const reader = {
    ...readingRoom({ system, store, conversation, clock, boot, health, language: owner.language }),
    machines: [...registry.machines.values()].map(({ machine }) => machine),
    tools: library.desk,
    coreTools,
    memories: remembered,
    sandbox: sandbox.desk,
    undo: undo.desk,
    budget,
    secrets: secrets.desk,
    audit: audit.desk,
    restartPreview: admin.preview,
    sessions,
    standing,
    traces: telemetry.traces,
  };
  const ownerActs = {
    say: (session: string, { clientId, key: work, ...said }: Saying) =>
      inside.message('local', sessionAddress(session), {
        ...said,
        ...(work === undefined ? {} : { work }),
        ...{ key: clientId, taint: 'owner' },
      }),
    decide: inside.decide,
    decideAll: inside.decideAll,
    abort: inside.abort,
    admin,
    changeTool: (name: string, act: ToolAct, by: string) => audit.tools(library.desk, by).change(name, act),
    forgetMemory: remembered.forget,
    editMemory: remembered.edit,
    resetSandbox: (by: string) => audit.sandbox(sandbox.desk, by).reset(),
    applyUndo: (id: number, options: { readonly overwrite?: boolean }, by: string) =>
      audit.undo(undo.desk, by).apply(id, options),
    acceptAudit: audit.desk.accept,
    reloadSecrets: secrets.desk.reload,
  };
  const operations = operationService(implementedOperations({ ...reader, ...ownerActs }));

  function receiverFor(name: string): Receiver {
    return {
      message: ({ chat, ...message }) =>
        inside.message(name, sessions.at(sessionAddress(`session:${name}:${chat}`)), message),
      decide: inside.decide,
      decideAll: inside.decideAll,
      abort: chat => inside.abort(sessions.at(`session:${name}:${chat}`)),
      async notify(key, text) {
        const event = { type: 'report.raised', kind: 'progress', code: 'aside', subject: `channel:${name}`, text };
        await system.accept({ target: 'supervisor', dedupe: `notify:${name}:${key}`, event });
      },
      async command(command, args, chat) {
        const steered = await sessionsCommand(sessions, command, args, `session:${name}:${chat}`, clock.now());
        if (steered) return steered.text;
        if (command === 'status')
          return statusText(health(), {
            approvals: conversation.approvals('pending', 100).length,
            incidents: store.actors(clock.now()).filter(asksOwner).length,
            waiting: reader.state().actors.flatMap(({ waitsFor }) => waitsFor ?? []),
            distrust: reader
              .state()
              .actors.flatMap(({ id, distrust }) =>
                id === sessions.at(`session:${name}:${chat}`) && distrust !== undefined ? [distrust] : [],
              ),
          });
        if (command === 'tools') return asCode(await toolsText(library.desk, args.trim(), clock.now()));
        if (command === 'sandbox') return asCode(sandboxLines(await sandbox.desk.look()));
        if (command === 'undo') return asCode(await undoText(audit.undo(undo.desk, name), args.trim(), clock.now()));
        if (command === 'budget') return asCode(budgetLines(budget.look(), clock.now()));
        if (command === 'approvals') return asCode(await standingText(standing, args.trim(), clock.now()));
        if (command === 'reset') return audit.sandbox(sandbox.desk, name).reset();
        return undefined;
      },
      card: key => {
        const row = conversation.approval(`approval:${key}`);
        return row?.state === 'pending' ? row.card : undefined;
      },
      waiting: () => conversation.approvals('pending', 100).map(({ card }) => card),
      standing,
      undo: audit.undo(undo.desk, name),
      actors: { ...admin, state: reader.state, steps: (id, most) => reader.journal(id, { limit: most })?.entries },
    };
  }

  const house: House = {
    where: 'here',
    state: async () => reader.state(),
    approvals: async state => reader.approvals(state),
    journal: async (id, page) => reader.journal(id, page),
    snapshot: async id => reader.snapshot(id),
    export: async id => reader.export(id),
    messages: async (session, page) => reader.messages(session, page),
    turn: async id => reader.turn(id),
    ...ownerActs,
    sessions,
    standing,
    tools: audit.tools(library.desk, 'cli'),
    sandbox: audit.sandbox(sandbox.desk, 'cli'),
    undo: audit.undo(undo.desk, 'cli'),
    budget,
    secrets: secrets.desk,
    audit: audit.desk,
    async watch(onFrame, signal) {
      const end = reader.watch(onFrame);
      signal.addEventListener('abort', end, { once: true });
    },
    close: async () => {},
  };
  const greeting = (withLink: boolean) => [
    `Home      ${paths.home}`,
    `Model     ${model.name} (${model.reason})`,
    `Executor  ${executor.kind}: ${sandbox.reason}`,
    `Channels  ${permanent.map(({ name }) => name).join(', ')}`,
    ...(audit.problem === undefined ? [] : [`Audit     ${audit.problem}`]),
    server ? `Page      ${server.url}${withLink ? `/#t=${knownPageToken(paths.run)}` : ''}` : 'Page      off',
    ...(server && !withLink ? ['Link      straylight ui'] : []),
    ...(server && options.stately?.page ? [`Stately   ${server.url}/stately hands what runs to stately.ai`] : []),
    ...(server && options.stately?.relay ? [`Relay     ${options.stately.relay} gets what runs`] : []),
    ...(secrets.trouble === undefined ? [] : [`Secrets   none can be used: ${secrets.trouble}`]),
    ...recovery,
  ];

  return {
    house,
    system,
    directives: audit.directives(directives(system), 'program'),
    greeting,
    get url() {
      return server?.url;
    },
    noteUntaken: ({ error, frames }, isDefect) =>
      log({
        level: 'error',
        event: isDefect ? 'process.defect' : 'process.error',
        error: redactor.text(toFailure(error).message),
        frames,
      }),
    async start() {
      telemetry.follow(system);
      const prune = () => {
        cancelPrune = clock.after(dayMs, prune);
        store.prune(clock.now() - config.store.pruneAfterDays * dayMs);
      };
      prune();
      const report = recover(system.host);
      audit.begin({ boot, program: version, executor: executor.kind, model: model.name });
      const isSafe = config.safeMode.boots > 0 && report.uncleanBoots >= config.safeMode.boots;
      store.beginBoot(boot, version, startedAt);
      recovery = recoveryLines(report);
      log({ level: 'info', event: 'started', boot, model: model.name, executor: executor.kind, ...report });
      if (token !== undefined) showPreviews(system.feed, channels);
      // the supervisor learns of this boot's channels before anything is recovered: what is unknown is told on them
      const told = system.accept({
        target: 'supervisor',
        event: {
          ...{ type: 'system.started', channels: permanent, facts: { ...report, isSafe } },
          timeZone: owner.timeZone,
        },
      });
      system.start({ isSafe });
      started = true;
      await told;
      watches.begin();
      handles.begin();
      library.start();
      undo.warm();
      endWatch = audit.watch(problem => tell('audit', 'failed', texts(owner.language).auditBroken(problem)));
      if (!withServer) return;
      const sayOfToken = (text: string) => log({ level: 'warn', event: 'token', text });
      server = await startServer({
        reader,
        operations,
        port: options.port ?? config.channels.web.port,
        token: newPageToken(paths.run, 'owner'),
        readOnlyToken: newPageToken(paths.run, 'reader'),
        renewToken(role) {
          pageKey(paths.run, { role, renew: true });
          return newPageToken(paths.run, role);
        },
        pageKey: role => pageKey(paths.run, { role, say: sayOfToken }),
        entryFolder: join(paths.run, 'open'),
        health,
        metrics: telemetry.metrics,
        clock,
        log: text => log({ level: 'warn', event: 'server', text }),
        redact: redactor.text,
        chartFolder: join(paths.run, 'charts'),
        ...(options.stately === undefined ? {} : { stately: options.stately }),
      });
      writeFileSync(paths.portFile, `${server.port}\n`, { mode: 0o600 });
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      cancelPrune();
      watches.end();
      handles.end();
      endWatch();
      if (started) await system.accept({ target: 'supervisor', event: { type: 'system.stopping' } }).catch(() => {});
      await server?.close(1000);
      rmSync(paths.portFile, { force: true });
      const left = await system.stop(config.shutdown.graceMs);
      await library.close();
      for (const channel of channels.values()) await channel.close();
      await builtIn.close();
      await sandbox.close();
      await undo.close();
      await telemetry.close();
      if (started) store.endBoot(boot, clock.now());
      log({ level: 'info', event: 'stopped', boot, left });
      audit.close();
      database.close();
      lock.release();
    },
  };
}

const dayMs = 86_400_000;

/** Loaded where there is a token: it brings its library with it, and a first answer should not wait for that. */
const telegramLate = () => import('./adapters/channels/telegram/telegram.ts');

/** What `straylight doctor` asks of models, executor and channels, with the settings as they are. */
export async function checks(config: Config): Promise<readonly Check[]> {
  const looks = await import('./commands/checks.ts');
  const { browserCheck, channelCheck, executorCheck, gitCheck, secretsCheck, undoCheck } = looks;
  const clock = systemClock;
  const models = await modelChecks(builtInKinds.models, config, clock);
  const token = reveal(config.secrets, config.channels.telegram.botTokenEnv);
  const { apiRoot, allowedUsers } = config.channels.telegram;
  const telegram =
    token === undefined
      ? []
      : [
          channelCheck('Telegram', async signal =>
            (await telegramLate()).telegramChannel({ token, apiRoot, allowedUsers, clock }).connect(signal),
          ),
        ];
  mkdirSync(config.paths.workspace, { recursive: true, mode: 0o700 });
  mkdirSync(config.paths.scripts, { recursive: true, mode: 0o700 });
  const sandbox = await openSandbox({ config, network: networkOf(config, clock), log: () => {} });
  const { executor } = sandbox;
  const tryIt = (signal: AbortSignal) =>
    executor.execute({ command: 'true', timeoutMs: 5000, signal }).finally(sandbox.close);
  const { enabled, executable } = config.browser;
  const keyring = config.keys.store === 'auto' ? osKeyring({ clock }) : undefined;
  const vault = vaultOf({ config, keyring, say: () => {} });
  return [
    ...models,
    executorCheck(executor.kind, executor.kind !== 'direct', sandbox.reason, tryIt),
    gitCheck(),
    browserCheck(enabled ? findBrowser(executable) : undefined, enabled),
    undoCheck(config.paths.undo, config.undo.maxMb, config.undo.enabled),
    secretsCheck(config.paths.secretsFile, async () => (await vault.read()).length),
    ...telegram,
  ];
}

/** Replays an exported actor on this version's charts. Throws an `Error` for a file that is none. */
export function replayFile(file: unknown) {
  const exported = file as ActorExport;
  if (exported?.format !== 'straylight.actor/1' || !Array.isArray(exported.journal))
    throw new Error('expected a file made by "straylight actors export" (format straylight.actor/1)');
  return replay(exported, registered(charts.map(machine => ({ machine }))));
}

const charts = [
  supervisorMachine,
  channelMachine,
  sessionMachine,
  toolCallMachine,
  approvalMachine,
  approvalDeskMachine,
  circuitBreakerMachine,
  incidentMachine,
];

/** A page that does not answer says nothing of the others. */
function toolCallee({ call: { tool, facts } }: { readonly call: FrozenCall }): string {
  return `tool:${tool}${facts.url === undefined ? '' : ` ${URL.parse(facts.url)?.host ?? ''}`}`;
}

/** What waits for a place begins as urgently as its turn is. */
function urgencyOf({ priority }: { readonly priority?: Priority }): number {
  return urgency(priority);
}

/** A call that is over within two intervals, come what may, needs to give no sign of life. */
function heartbeatOf(heartbeatMs: number) {
  return ({ call }: { readonly call: FrozenCall }) => (call.timeoutMs > 2 * heartbeatMs ? heartbeatMs : undefined);
}

/** A model may be silent for as long as its own settings let it; these come first. */
function modelHeartbeatMs(kinds: readonly ModelKind[], config: Config): number {
  const silences = kinds.map(({ name }) => capabilitiesOf(kinds, config, name).silenceMs);
  return Math.max(config.watchdog.heartbeatMs, ...silences);
}

/** The host's own deadline lies behind the executor's, so that the command's end is heard and not guessed. */
function runDeadline({ call }: { readonly call: FrozenCall }): number {
  return call.timeoutMs + 15_000;
}

/** Read once: the state must be told where no file can be opened any more. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
