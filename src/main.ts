/**
 * The process: arguments, signals, exit codes.
 *
 * Only what a command needs is loaded: help and usage errors read nothing, `compose.ts` is behind one function.
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { text as allText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { chosenHome, homePaths } from '../config/home.ts';
import type { Config } from '../config/load.ts';
import { systemClock } from './adapters/process/clock.ts';
import { stopSignal, type Untaken, watchUntaken } from './adapters/process/process-edge.ts';
import type { Agent } from './api/client/agent.ts';
import { actOnActor, isActorAct } from './commands/actor-acts.ts';
import { exportActor, journalOfActor, listActors, replayActor, showActor } from './commands/actors.ts';
import { type ApprovalAct, approvals } from './commands/approvals.ts';
import { type CommandLine, completedCommands, helpText, readCommandLine } from './commands/arguments/command-line.ts';
import { completionScript, type Shell } from './commands/arguments/completion.ts';
import { ask, textToSay } from './commands/ask.ts';
import { audit, auditFile } from './commands/audit.ts';
import { budget } from './commands/budget.ts';
import { cardDetails, cardLines } from './commands/card.ts';
import { lastExchange, lineChat, welcome } from './commands/chat.ts';
import { diskCheck, homeCheck, nodeCheck, portCheck, settingsCheck } from './commands/checks.ts';
import { databaseCheck } from './commands/database-check.ts';
import { type Check, doctor } from './commands/doctor.ts';
import { egressCheck } from './commands/egress.ts';
import { hiddenLine } from './commands/hidden-line.ts';
import { closeHome } from './commands/home-modes.ts';
import { init, makeHome, type NewHome } from './commands/init.ts';
import { inputLines } from './commands/input-lines.ts';
import { type Io, style } from './commands/io.ts';
import { policy } from './commands/policy.ts';
import { holder, reach } from './commands/reach.ts';
import { redactRows, redactStream } from './commands/redact.ts';
import { reset } from './commands/reset.ts';
import { secret } from './commands/secret.ts';
import { security } from './commands/security/security.ts';
import { slashAnswer } from './commands/slash.ts';
import { standing } from './commands/standing.ts';
import { start } from './commands/start.ts';
import { status, statusLines } from './commands/status.ts';
import { tools } from './commands/tools.ts';
import { ui } from './commands/ui.ts';
import { undo } from './commands/undo.ts';
import { fault, toFailure } from './domain/supervision/failure.ts';
import { readable } from './domain/text/visible.ts';

type Run = Extract<CommandLine, { kind: 'run' }>;
type Options = Run['options'];

/** Runs one command line and answers its exit code: 0 done, 1 failed, 2 wrong usage. */
export async function main(argv: readonly string[], umask: number): Promise<number> {
  const io = terminalIo();
  const line = readCommandLine(argv);
  if (line.kind === 'help') io.out(helpText(line.command));
  else if (line.kind === 'version') io.out(version());
  else if (line.kind === 'wrong') {
    io.err(`straylight: ${readable(line.problem)}`);
    return 2;
  } else
    try {
      return await run(line, io, umask);
    } catch (thrown) {
      io.err(`straylight: ${readable(toFailure(thrown).message)}`);
      return 1;
    }
  return 0;
}

async function run({ command, words, options }: Run, io: Io, umask: number): Promise<number> {
  const json = options.json ?? false;
  if (command === 'egress') return egress(words[1], options, io);
  if (command === 'redact') return redact(options, io);
  if (command === 'policy') return judged(words, options, io);
  if (command === 'completion') return complete(words[0] as Shell, io);
  if (command === 'audit' && options.file !== undefined)
    return auditFile(inputLines(createReadStream(options.file)), { io, json, file: options.file });
  const home = newHome(chosenHome(options.home, process.env, homedir()));
  if (command === 'init') return init(home, io);
  ensureHome(home, io);
  if (command === 'doctor') return options.security ? securityOf(home.home, json, io) : doctorHere(home.home, json, io);
  closeOpenHome(home.home, io);
  if (command === 'actors' && words[0] === 'replay') return replay(words[1] ?? '', json, io);

  const config = await settings(home.home, io);
  if (command === 'ui') return uiHere(config, options, io, umask);
  if (command === 'secret') return secretHere(config, words, options, io, umask);
  const session = `session:terminal:${options.session ?? 'main'}`;
  // Read before signals are taken over: until then Ctrl-C simply ends the program.
  const text = command === 'ask' ? await textToSay(words, io) : '';
  const signal = stopSignal(systemClock);
  if (command === 'start') return startHere(config, session, options, io, signal, umask);

  // looking wakes nothing: what was interrupted goes on when somebody speaks to the house, or starts it
  const acts =
    command === 'ask' ||
    command === 'chat' ||
    (command === 'actors' && isActorAct(words[0] ?? '')) ||
    (command === 'approvals' && words.length > 0 && words[0] !== 'show');
  const agent = await reachAgent(config, acts, umask, io);
  const clientId = () => crypto.randomUUID();
  const now = Date.now;
  const { priority, deadlineMs, key } = options;
  const terms = {
    ...(priority === undefined ? {} : { priority }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    ...(key === undefined ? {} : { key }),
  };
  const spoken = () => conversationOf(agent, session);
  try {
    switch (command) {
      case 'ask':
        return await ask({ agent, io, session: await spoken(), text, json, clientId: clientId(), terms, signal, now });
      case 'chat':
        if (isTerminal()) {
          const there = await spoken();
          await chat(agent, there, [welcome(there, io)], io, signal);
          return 0;
        }
        return await lineChat({
          agent,
          io,
          session: await spoken(),
          lines: createInterface({ input: process.stdin, signal }),
          clientId,
          signal,
          now,
        });
      case 'status':
        return await status({ agent, io, home: home.home, json });
      case 'approvals':
        if (words[0] === 'standing') return await standing({ agent, io, json, words: words.slice(1), options, now });
        return await approvals({ agent, io, json, now, signal, ...approvalAct(words, options) });
      case 'actors':
        return await actors(agent, words, options, io);
      case 'tools': {
        const [verb = '', name = ''] = words;
        return await tools({ agent, io, json, verb, name, now });
      }
      case 'undo': {
        const [verb = 'list', id = ''] = words;
        const { yes = false, overwrite = false } = options;
        return await undo({ agent, io, json, verb, id, yes, overwrite, now });
      }
      case 'audit':
        return await audit({ agent, io, json, verb: words[0] ?? '', ...options });
      case 'budget':
        return await budget({ agent, io, json, now });
      case 'reset':
        return await reset({ agent, io, json, signal, pause: () => new Promise(done => systemClock.after(500, done)) });
    }
  } finally {
    await agent.close();
  }
}

/** The one place that knows compose.ts: loaded late, since it brings every adapter with it. */
const wiring = () => import('./compose.ts');

/** What the doctor asks of adapters: models, executor, channels; with the settings as they are. */
async function adapterChecks(config: Config): Promise<readonly Check[]> {
  const [{ checks }, { builtInKinds }] = await Promise.all([
    import('./features/checks/checks.ts'),
    import('./adapters/kinds.ts'),
  ]);
  return checks(config, builtInKinds);
}

async function replay(file: string, json: boolean, io: Io): Promise<number> {
  const { replayFile } = await import('./features/process/replay.ts');
  return replayActor({ file, io, json, replayFile });
}

async function startHere(
  config: Config,
  session: string,
  { port, stately }: Pick<Options, 'port' | 'stately'>,
  io: Io,
  signal: AbortSignal,
  umask: number,
): Promise<number> {
  const { lockFile, portFile } = config.paths;
  const running = holder(lockFile, portFile);
  let note = (_: Untaken, _isDefect: boolean) => {};
  watchUntaken({
    onSystemError: untaken => note(untaken, false),
    onDefect(untaken) {
      const { message } = toFailure(untaken.error);
      io.err(`straylight: a defect ended this process: ${readable(message)}\n  ${untaken.frames.join('\n  ')}`);
      note(untaken, true);
    },
  });
  const { compose } = await wiring();
  const options = { umask, ...(port === undefined ? {} : { port }), ...(stately === undefined ? {} : { stately }) };
  const straylight = await compose(config, options).catch((thrown: unknown) => {
    if (!running) throw thrown;
    throw fault(
      'unavailable',
      `process ${running.pid} holds this home already (${toFailure(thrown).message}); talk to it with "straylight chat"`,
    );
  });
  note = straylight.noteUntaken;
  const agent = straylight.agentFor('terminal');
  return start({
    io,
    signal,
    start: () => straylight.start(),
    stop: () => straylight.stop(),
    // the link holds the token: for a terminal's eyes alone, never in the log of a service
    greeting: () => straylight.greeting(isTerminal()),
    ...(isTerminal()
      ? {
          async chat(greeting) {
            const there = await conversationOf(agent, session);
            await chat(agent, there, [...greeting, welcome(there, io)], io, signal);
          },
        }
      : {}),
  });
}

/** The link, and the browser before somebody who sits here and looks at it. */
async function uiHere(config: Config, { readOnly, newToken, noOpen }: Options, io: Io, umask: number): Promise<number> {
  const [{ knownPageToken, newPageToken, pageKey }, { remotePage }, { hasDesktop, openInBrowser }] = await Promise.all([
    import('./adapters/remote/page-token.ts'),
    import('./adapters/remote/page.ts'),
    import('./adapters/process/desktop.ts'),
  ]);
  const { lockFile, portFile, run } = config.paths;
  const opens = noOpen !== true && isTerminal() && hasDesktop(process.env, process.platform);
  return ui({
    ...{ lockFile, portFile, io, page: remotePage },
    role: readOnly === true ? 'reader' : 'owner',
    isNew: newToken === true,
    token: role => knownPageToken(run, role),
    renewHere(role) {
      newPageToken(run, role);
      pageKey(run, { role, renew: true });
    },
    ...(opens ? { open: (target: string) => openInBrowser(target, umask) } : {}),
  });
}

/** The running house over HTTP, else the same house here, without Telegram and server. */
async function reachAgent(config: Config, acts: boolean, umask: number, io: Io): Promise<Agent> {
  const { lockFile, portFile, run } = config.paths;
  const [{ remoteAgent }, { knownPageToken }, { heldBy }] = await Promise.all([
    import('./adapters/remote/agent.ts'),
    import('./adapters/remote/page-token.ts'),
    import('./adapters/home/lock.ts'),
  ]);
  return reach({
    lockFile,
    portFile,
    token: () => knownPageToken(run),
    remote: remoteAgent,
    // where no HTTP is served, whoever holds the home may hold it for days
    isHeld: thrown => config.channels.web.enabled && toFailure(thrown).cause === heldBy,
    onWait: text => io.err(io.style.dim(text)),
    pause: () => new Promise(done => systemClock.after(200, done)),
    here: async () => {
      const { compose } = await wiring();
      const straylight = await compose(config, { reaching: false, server: false, umask });
      if (acts) await straylight.start();
      return { ...straylight.agentFor('cli'), close: () => straylight.stop() };
    },
  });
}

/** The conversation of a chat that is spoken in; one that is named by its number is that one. */
async function conversationOf(agent: Agent, session: string): Promise<string> {
  return session.includes('~') ? session : (await agent.sessions.list({ id: session })).current;
}

async function chat(
  agent: Agent,
  session: string,
  greeting: readonly string[],
  io: Io,
  signal: AbortSignal,
): Promise<void> {
  const { terminalChat } = await import('./adapters/channels/terminal/terminal.ts');
  await terminalChat({
    agent,
    session,
    input: process.stdin,
    output: process.stdout,
    color: isColored(),
    greeting: [...greeting, ...(await lastExchange(agent, session, io))],
    card: card => cardLines(card, Date.now(), io.style),
    info: card => cardDetails(card, Date.now(), io.style),
    status: async () => statusLines(await agent.state.show(), io.style),
    async slash(name, args, chat) {
      const answer = await slashAnswer(name, { agent, args, chat, now: Date.now(), style: io.style });
      return answer && { ...answer, lines: answer.isCode ? answer.lines : answer.lines.map(line => readable(line)) };
    },
    signal,
  });
}

/** The value goes from here into the file: the house is only told to read it. */
async function secretHere(
  config: Config,
  words: Run['words'],
  options: Run['options'],
  io: Io,
  umask: number,
): Promise<number> {
  const { json = false, lists = {}, note } = options;
  const [{ vaultOf }, { osKeyring }] = await Promise.all([
    import('./features/secrets.ts'),
    import('./adapters/secrets/keyring.ts'),
  ]);
  const keyring = config.keys.store === 'auto' ? osKeyring({ clock: systemClock }) : undefined;
  const vault = vaultOf({ config, keyring, say: text => io.err(io.style.dim(readable(text))) });
  const { tool = [], host = [], header = [], command = [], agent = [] } = lists;
  const { stdin, stderr } = process;
  return secret({
    ...{ words, json, io, now: Date.now },
    ...(note === undefined ? {} : { note }),
    rule: { tools: tool, hosts: host, headers: header, commands: command, agents: agent },
    kept: { ...vault, rows: async () => (await vault.read()).map(({ value: _, ...row }) => row) },
    readValue: name =>
      stdin.isTTY
        ? hiddenLine({ input: stdin, write: text => void stderr.write(text), question: `${name}, typed unseen: ` })
        : io.readAll(),
    reach: () => reachAgent(config, false, umask, io),
  });
}

async function judged(
  [verb, text]: readonly string[],
  { jsonl = false, json = false, executor, taint }: Run['options'],
  io: Io,
) {
  const given = { ...(executor === undefined ? {} : { executor }), ...(taint === undefined ? {} : { taint }) };
  const read = jsonl ? { lines: inputLines(process.stdin) } : { text: text ?? '' };
  const tools = verb === 'call' ? (await import('./adapters/declared-tools.ts')).declaredTools : [];
  return policy({ io, verb: verb === 'call' ? 'call' : 'command', json, tools, ...given, ...read });
}

function redact({ jsonl = false, inbound = false }: Run['options'], io: Io): Promise<number> {
  if (jsonl) return redactRows({ lines: inputLines(process.stdin), inbound, io });
  return redactStream(process.stdin.setEncoding('utf8'), writeAll);
}

/** Waits where the reader is slower. */
function writeAll(text: string): Promise<void> | void {
  if (!process.stdout.write(text)) return new Promise(done => process.stdout.once('drain', done));
}

function egress(url: string | undefined, { json = false, jsonl = false }: Run['options'], io: Io): Promise<number> {
  if (jsonl) return egressCheck({ io, lines: inputLines(process.stdin) });
  return egressCheck({ io, url: url ?? '', json });
}

function actors(agent: Agent, [verb = '', id = '', choice]: readonly string[], options: Run['options'], io: Io) {
  const { json = false, fresh, to, why, yes } = options;
  if (isActorAct(verb))
    return actOnActor({
      ...{ agent, io, json, verb, id },
      ...(choice === undefined ? {} : { choice }),
      ...(fresh === undefined ? {} : { fresh }),
      ...(to === undefined ? {} : { to }),
      ...(why === undefined ? {} : { why }),
      ...(yes === undefined ? {} : { yes }),
    });
  const look = { list: listActors, show: showActor, journal: journalOfActor, export: exportActor }[verb] ?? listActors;
  return look({ agent, io, json, id });
}

function approvalAct([verb, id]: readonly string[], { confirm, why }: Run['options']): { act?: ApprovalAct } {
  if (id === undefined || (verb !== 'show' && verb !== 'approve' && verb !== 'deny' && verb !== 'undo')) return {};
  return { act: { verb, id, ...(confirm === undefined ? {} : { confirm }), ...(why === undefined ? {} : { why }) } };
}

/** The settings, or every fault of them as one failure; warnings are told. */
async function settings(home: string, io: Io): Promise<Config> {
  const { loadConfig } = await import('../config/load.ts');
  const loaded = loadConfig({ home, env: process.env });
  if (!loaded.ok) throw fault('invalid', loaded.message);
  for (const warning of loaded.warnings) io.err(io.style.warn(`straylight: ${readable(warning)}`));
  return loaded.config;
}

async function doctorHere(home: string, json: boolean, io: Io): Promise<number> {
  return doctor({ checks: await checks(home), io, json });
}

async function complete(shell: Shell, io: Io): Promise<number> {
  io.out(completionScript(shell, completedCommands()));
  return 0;
}

async function checks(home: string): Promise<readonly Check[]> {
  const paths = homePaths(home);
  const { loadConfig } = await import('../config/load.ts');
  const loaded = loadConfig({ home, env: process.env });
  const here = [
    nodeCheck(process.versions.node, process.execPath),
    homeCheck(home, paths.envFile),
    diskCheck(home),
    databaseCheck(paths, async (file, most) => {
      const { databaseHealth } = await import('./adapters/stores/sqlite/database-health.ts');
      return databaseHealth(file, most);
    }),
    settingsCheck(loaded, fileURLToPath(new URL('../config/config.example.toml', import.meta.url))),
  ];
  if (!loaded.ok) return here;
  const { enabled, port } = loaded.config.channels.web;
  const running = holder(paths.lockFile, paths.portFile);
  return [...here, ...(enabled ? [portCheck(port, running)] : []), ...(await adapterChecks(loaded.config))];
}

async function securityOf(home: string, json: boolean, io: Io): Promise<number> {
  const [{ loadConfig }, { securityLooks }] = await Promise.all([
    import('../config/load.ts'),
    import('./features/checks/security.ts'),
  ]);
  const { env } = process;
  const looks = securityLooks({ paths: homePaths(home), loaded: loadConfig({ home, env }), env });
  return security({ looks, io, json });
}

function newHome(home: string): NewHome {
  const example = (name: string) => () => readFileSync(new URL(`../config/${name}`, import.meta.url), 'utf8');
  return {
    home,
    folders: ['workspace', 'scripts', 'settings', 'logs', 'backups', 'run'],
    files: {
      '.env': example('env.example'),
      'settings/agent.toml': example('agent.example.toml'),
      // last: while it is not there, the home is not whole
      'config.toml': example('config.example.toml'),
    },
  };
}

/** Any command makes a home that is not there yet; in one that is, only folders are mended. */
function ensureHome(home: NewHome, io: Io): void {
  const isNew = !existsSync(homePaths(home.home).configFile);
  makeHome(isNew ? home : { ...home, files: {} });
  if (isNew) io.err(`straylight: made a home at ${home.home}`);
}

/** Every command but the doctor closes what other users could read, and says so. */
function closeOpenHome(home: string, io: Io): void {
  const closed = closeHome(homePaths(home));
  if (closed.length === 0) return;
  const warning =
    `straylight: other users of this machine could read ${readable(closed.join(', '))}; now only you can. ` +
    'If you share this machine, replace the keys and tokens that were in there';
  io.err(io.style.warn(warning));
}

function terminalIo(): Io {
  return {
    out: line => void process.stdout.write(`${line}\n`),
    err: line => void process.stderr.write(`${line}\n`),
    readAll: () => allText(process.stdin),
    style: style(isColored()),
  };
}

function isTerminal(): boolean {
  return Boolean(process.stdin.isTTY && process.stdout.isTTY) && process.env['TERM'] !== 'dumb';
}

function isColored(): boolean {
  return process.stdout.isTTY === true && process.env['TERM'] !== 'dumb' && !process.env['NO_COLOR'];
}

function version(): string {
  const file = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

/**
 * Runs as the program: ends with its exit code, and quietly where nobody reads on (`straylight … | head`). What it writes is for its
 * owner alone; commands of the agent and the browser keep the umask it was started with.
 */
export async function runAsProgram(argv: readonly string[]): Promise<never> {
  const umask = process.umask(0o077);
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const code = await main(argv, umask);
  await Promise.all([process.stdout, process.stderr].map(written));
  process.exit(code);
}

/** What is printed to a pipe waits in this process where the reader is slower; an exit would throw it away. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(done => void stream.write('', () => done()));
}

if (import.meta.main) await runAsProgram(process.argv.slice(2));
