/** Work that runs by itself: the chart of jobs, what their runs do, and what an owner can ask of them. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { Config } from '../../../config/load.ts';
import { scheduleKey } from '../../actors/budget/keys.ts';
import { agenda } from '../../actors/jobs/agenda.ts';
import { type AgentFile, agentFile } from '../../actors/jobs/agent-file.ts';
import type * as BuiltInWork from '../../actors/jobs/builtin.ts';
import type { BuiltIns } from '../../actors/jobs/builtin.ts';
import type * as Heartbeat from '../../actors/jobs/heartbeat.ts';
import type * as JobRewind from '../../actors/jobs/job-rewind.ts';
import type * as JobParts from '../../actors/jobs/job-service.ts';
import type { Jobs } from '../../actors/jobs/job-service.ts';
import { outcome } from '../../actors/jobs/outcome.ts';
import { sha256 } from '../../adapters/audit/digest.ts';
import { fileTaint } from '../../adapters/files/file-taint.ts';
import { fileAt } from '../../adapters/files/record-files.ts';
import { later } from '../../adapters/process/later.ts';
import { agentFileHash, agentFileJobs } from '../../adapters/settings/agent-file.ts';
import { type FolderOfSettings, watchAfterMs, watchSettings } from '../../adapters/settings/watch.ts';
import { copyDatabase } from '../../adapters/stores/sqlite/backup.ts';
import { sqliteGoalLedger } from '../../adapters/stores/sqlite/goals/goals.ts';
import { sqliteAgentFileLedger } from '../../adapters/stores/sqlite/jobs/agent-file.ts';
import { sqliteJobLedger } from '../../adapters/stores/sqlite/jobs/jobs.ts';
import { sqliteBudgetLedger } from '../../adapters/stores/sqlite/ledgers/budget.ts';
import { sqliteFileLedger } from '../../adapters/stores/sqlite/ledgers/files.ts';
import { jobWriters } from '../../adapters/stores/writers/job.ts';
import { noteIn } from '../../adapters/stores/writers/note.ts';
import { isMild, jobTools } from '../../adapters/tools/jobs.ts';
import type { Limit } from '../../domain/budget/budget.ts';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import { firstNotes, isBareUtc } from '../../domain/jobs/first-notes.ts';
import { heartbeatList } from '../../domain/jobs/heartbeat.ts';
import { jobChannel } from '../../domain/jobs/job.ts';
import { instantInWords } from '../../domain/jobs/words.ts';
import { judge } from '../../domain/policy/policy.ts';
import type { ExecutorKind } from '../../domain/security/sandbox.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import { executorOf } from '../../domain/tools/declaration.ts';
import { isMalformed } from '../../domain/tools/tool.ts';
import { jobMachine, lateEventsOfJobs } from '../../machines/job/chart.ts';
import { migrateJob } from '../../machines/job/migrate.ts';
import type { JobInput } from '../../machines/job/types.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import type { Writer } from '../../ports/writer.ts';
import { type Core, type Feature, type Features, featureWithTools, value } from '../feature.ts';
import type * as BuiltInTexts from './built-in-texts.ts';

// With the first job.
const load = createRequire(import.meta.url);

/** A call that policy would run without a word only reads. */
const onlyReads = (toolbox: Toolbox) => (tool: string, args: JsonObject) => {
  const call = toolbox.resolve({ callId: '', name: tool, arguments: JSON.stringify(args) });
  return !isMalformed(call) && judge(call, { taint: 'owner', executor: executorOf(call) }).level === 0;
};

/** What a call runs, by the toolbox that would freeze it. */
const runsOf = (toolbox: Toolbox) => (tool: string, args: JsonObject) => {
  const call = toolbox.resolve({ callId: '', name: tool, arguments: JSON.stringify(args) });
  return isMalformed(call) ? undefined : call.facts.runs;
};

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

export interface JobsFeature extends Feature {
  readonly service: Jobs;
  /** The jobs of `agent.toml`. */
  readonly file: AgentFile;
}

declare module '../feature.ts' {
  interface Features {
    readonly jobs: JobsFeature;
    readonly scheduled: ScheduledJobs;
  }
}

/** What the owner reads with a job that is the first: where it will be seen, and its time zone. */
function notesFor({ language, timeZone, isTimeZoneSet }: Config['owner'], hasTelegram: boolean): readonly string[] {
  const { place, zone } = firstNotes[language];
  return [...(hasTelegram ? [] : [place]), ...(isTimeZoneSet !== true && isBareUtc(timeZone) ? [zone] : [])];
}

const jobsNeed = ['core', 'audit', 'sandbox', 'memories', 'files', 'channels'] as const;

export const jobsFeature = featureWithTools('jobs', jobsNeed, needs => {
  const { core, audit, files } = needs;
  const { executor } = needs.sandbox;
  const { config, database, conversation, clock, system, toolbox, report } = core;
  const { approvals, owner } = config;
  const ledger = sqliteJobLedger(database);
  const known = builtIns(needs);
  const turns = { heartbeat: heartbeatOf(core, files, executor.kind) };
  const budget = sqliteBudgetLedger(database);
  const service = lazyService(core, ledger, audit.record, {
    digest: sha256,
    runsOf: runsOf(toolbox),
    builtIns: [...Object.keys(known), ...Object.keys(turns)],
    spentBy: session => budget.total(scheduleKey(session)).spent,
  });
  const file = agentFile({
    system,
    clock,
    jobs: service,
    ledger: sqliteAgentFileLedger(database),
    read: () => textAt(config.paths.agentFile),
    parse: agentFileJobs,
    hash: agentFileHash,
    // without a sandbox commands can write any file
    isOpenToCommands: executor.kind === 'direct',
    isMild: spec => isMild(spec, onlyReads(toolbox)),
    report: (kind, text) => report('agent.toml', kind, text),
  });
  const watch = fileWatch(core, file);
  return {
    machines: [
      {
        machine: jobMachine,
        migrate: migrateJob,
        lateEvents: lateEventsOfJobs,
        onRewound: rewound => (load('../../actors/jobs/job-rewind.ts') as typeof JobRewind).jobRewind(ledger)(rewound),
        startsWith: (): JobInput => ({
          approvalExpiresAfterMs: approvals.expiresMs === 'never' ? null : approvals.expiresMs,
        }),
      },
    ],
    effects: {
      builtin: {
        get logic() {
          return (load('../../actors/jobs/builtin.ts') as typeof BuiltInWork).builtin(known);
        },
        policy: 'repeatable',
        lane: 'tool',
        timeoutMs: 1_800_000,
      },
    },
    lookups: { agenda: agenda({ toolbox, ledger, conversation, clock, turns }), outcome: outcome({ conversation }) },
    writers: jobWriters(ledger, noteIn(audit.write)) as Readonly<Record<string, Writer>>,
    service,
    file,
    tools: jobTools({
      jobs: () => service,
      now: clock.now,
      notes: () => (ledger.count() > 0 ? [] : notesFor(owner, needs.channels.hasTelegram)),
      onlyReads: onlyReads(toolbox),
      runsOf: (tool, args) => runsOf(toolbox)(tool, args) ?? [],
    }),
    start: () => watch.start(),
    stop: () => watch.stop(),
  };
});

function lazyService(...given: Parameters<typeof JobParts.jobService>): Jobs {
  return later(() => (load('../../actors/jobs/job-service.ts') as typeof JobParts).jobService(...given), {
    list: true,
    show: true,
    history: true,
    define: true,
    change: true,
    act: true,
    plan: true,
    fixed: true,
    make: true,
    find: true,
  });
}

/** What others know of jobs. It needs the tables alone. */
export interface ScheduledJobs {
  /** The jobs that run next, each with when it does, for the instructions of a model; empty: there are none. */
  readonly described: () => string;
  /** What the model calls of one run may use; undefined: the conversation is of no job. */
  readonly limitOf: (session: string) => Limit | undefined;
}

export const scheduledJobs = value('scheduled', ['core'], ({ core: { config, database } }) => {
  const { timeZone } = config.owner;
  const ledger = sqliteJobLedger(database);
  return {
    described() {
      // the words of a job that outside text may have chosen are no instructions
      const coming = ledger.coming(mostDescribed).filter(({ spec }) => spec.taint === 'owner');
      if (coming.length === 0) return '';
      const all = coming.map(
        ({ spec, next }) => `${spec.name} (${instantInWords(next ?? 0, spec.language, timeZone)})`,
      );
      return all.join('; ');
    },
    limitOf(session: string) {
      const { channel, chat } = placeOf(session);
      if (channel !== jobChannel) return undefined;
      return { tokens: ledger.get(`job:${chat}`)?.spec.budgetTokens ?? null, micros: null };
    },
  };
});

const mostDescribed = 10;

/** What is saved there counts at once. */
function fileWatch({ config, clock, log }: Core, file: AgentFile) {
  const { settings, agentFile: path } = config.paths;
  let watch: FolderOfSettings | undefined;
  let cancelWatch: (() => void) | undefined;
  let applying = Promise.resolve();
  const apply = () => {
    const lost = (thrown: unknown) => log({ level: 'warn', event: 'agent-file', problem: toFailure(thrown).message });
    applying = applying.then(() => file.apply()).catch(lost);
    return applying;
  };
  return {
    async start() {
      // what is saved meanwhile is found when the watch begins; a single question does not wait for that
      cancelWatch = clock.after(watchAfterMs, () => {
        watch = watchSettings(settings, basename(path), { changed: () => void apply(), clock });
      });
      await apply();
    },
    async stop() {
      cancelWatch?.();
      await watch?.close();
      await applying;
    },
  };
}

function heartbeatOf(
  { config, database, conversation, clock, store, acts }: Core,
  files: ConfinedFiles,
  executor: ExecutorKind,
) {
  const trust = fileTaint(sqliteFileLedger(database), {
    files,
    now: clock.now,
    // without a sandbox a command could reach the record of its own acts
    acts: executor === 'direct' ? undefined : acts,
  });
  const incidents = database.prepare<[], { readonly address: string }>(
    "SELECT address FROM actors WHERE machine = 'incident' AND status = 'active'",
  );
  const given: Parameters<typeof Heartbeat.heartbeat>[0] = {
    conversation,
    clock,
    owner: config.owner,
    goals: sqliteGoalLedger(database),
    incidents: () => incidents.all().flatMap(({ address }) => store.actor(address) ?? []),
    list() {
      const place = files.place(heartbeatList);
      const file = fileAt(files.onDisk(place));
      return file && { text: file.bytes.toString(), taint: trust.of(place, file.bytes, file) };
    },
  };
  return () => (load('../../actors/jobs/heartbeat.ts') as typeof Heartbeat).heartbeat(given)();
}

/** Older copies of the built-in backup are removed. */
const keptBackups = 7;

/** What Straylight does for itself, by name. */
function builtIns({
  core,
  memories: { runs },
  audit: { verify },
}: Pick<Features, (typeof jobsNeed)[number]>): BuiltIns {
  const { config, database, clock } = core;
  const say = () => (load('./built-in-texts.ts') as typeof BuiltInTexts).builtInTexts[config.owner.language];
  return {
    async audit({ signal }) {
      const { rows, broken } = await verify(signal);
      if (broken) throw fault('invalid', say().broken(broken.problem));
      return say().whole(rows);
    },
    async consolidate({ run, signal }) {
      const done = await runs.run(run.replaceAll(':', '-'), { signal });
      if (done.outcome !== 'done') throw fault('unavailable', say().notInOrder(done.outcome));
      return say().inOrder(done);
    },
    async backup() {
      const file = join(config.paths.backups, `daily-${clock.now()}.db`);
      copyDatabase(database, file);
      const copies = readdirSync(config.paths.backups).filter(name => /^daily-\d+\.db$/.test(name));
      for (const name of copies.sort().slice(0, -keptBackups))
        rmSync(join(config.paths.backups, name), { force: true });
      return say().copied(file);
    },
  };
}
