import { homedir } from 'node:os';
import { chosenHome, homePaths } from '../../../config/home.ts';
import { languageIn } from '../../../config/language.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import { stopSignal } from '../../adapters/process/process-edge.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import { isConfirmed, preview } from '../../commands/arguments/confirmed.ts';
import type * as Fields from '../../commands/arguments/fields.ts';
import { texts } from '../../commands/arguments/values.ts';
import { textToSay } from '../../commands/conversation/ask.ts';
import type { LogLevel } from '../../commands/home/log-levels.ts';
import { sayIn } from '../../commands/say.ts';
import type { Json } from '../../domain/text/json.ts';
import { readable } from '../../domain/text/visible.ts';
import { needsAgent, reachAgent } from './agent.ts';
import type { Edge } from './edge.ts';
import { closeOpenHome, ensureHome, mayMake, newHome, settings } from './settings.ts';
import { sessionOf, speak } from './speak.ts';
import { withoutHome } from './without-home.ts';

/** Answers the exit code. */
export async function runCommand(line: Run, start: Edge): Promise<number> {
  const { command, form, args, json } = line;
  const { env, isTyped, isTerminal } = start;
  const home = newHome(chosenHome(line.home, env, homedir()), env);
  const io = { ...start.io, language: languageIn(homePaths(home.home).configFile, env) };
  const given = { ...start, io };
  const answer = withoutHome(line, io);
  if (answer) return answer;
  if (command === 'ask' && args['text'] === undefined && isTyped) {
    const say = sayIn(io);
    io.err(
      `straylight: ${say('missing TEXT after "ask"; usage: straylight ask TEXT, or send the message to standard input')}`,
    );
    return 2;
  }
  const typed = await inputOf(line);
  if ('wrong' in typed) {
    const { ownWords } = await import('../../domain/text/texts.ts');
    io.err(`straylight: ${readable(ownWords(typed.wrong, io.language))}`);
    return 2;
  }
  const { input } = typed;
  const isNamed = line.options['here'] === true || line.options['write'] === true;
  const ofHere = isNamed ? await import('./here.ts') : undefined;
  const here = ofHere?.hereOf(line, io.language);
  if (typeof here === 'string') {
    io.err(`straylight: ${here}`);
    return 2;
  }
  if (command === 'init') return (await import('./init.ts')).initHere(home, line.options, given);
  const name = line.home !== undefined ? 'option' : env['STRAYLIGHT_HOME'] ? 'variable' : undefined;
  if (!(await mayMake(home, { name, acts: isConfirmed(line) && makesHome(line) }, given))) return 1;
  const isNew = ensureHome(home);
  const edge = isNew ? { ...given, newHome: home.home } : given;
  const isChat = isTerminal && (command === 'start' || command === 'chat');
  // a chat has it on its first screen
  if (isNew && !isChat) io.err(`straylight: ${sayIn(io)('created the home {home}', { home: home.home })}`);
  if (command === 'doctor') return examine(home.home, line, edge);
  closeOpenHome(home.home, io);
  if (form.words === 'actors replay') return replay(args['file'] ?? '', json, homePaths(home.home), edge);
  if (form.words === 'mcp serve') return (await import('./serve.ts')).serveHere(homePaths(home.home), line, edge);
  if (form.words === 'peers token') return (await import('./serve.ts')).tokenOfPeer(homePaths(home.home), line, edge);
  const ofFiles = withFiles(home.home, line, edge);
  if (ofFiles) return ofFiles;
  const isKept = form.words === 'secret set' || form.words === 'secret remove';
  if (command === 'ui' || command === 'start' || isKept) return withSettings(home.home, line, edge);
  // Read before signals are taken over: until then Ctrl-C simply ends the program.
  const text = command === 'ask' ? await textToSay(args['text'] ?? '-', io, start.isFed ? piped : undefined) : '';
  const signal = stopSignal(systemClock);
  const paths = homePaths(home.home);
  const isPreview = !isConfirmed(line);
  const refusal = here && (await ofHere?.refusedByRunning(here, paths, edge));
  if (refusal !== undefined) {
    io.err(`straylight: ${refusal}`);
    return 1;
  }
  const agent = await reachAgent(paths, !isPreview && needsAgent(form, line.options), edge, { here });
  try {
    if (isPreview) {
      const { lookOf } = await import('../../commands/view.ts');
      return await preview(line, { agent, io, input, look: lookOf({ io, json, now: edge.now }) });
    }
    if (command === 'ask' || command === 'chat') return await speak(agent, line, { edge, signal, text, paths });
    const { answers } = await import('./answers.ts');
    const { options } = line;
    const call = { agent, io, json, options, input, signal, home: home.home, now: edge.now };
    const answerTo = answers[form.words];
    if (answerTo) return await answerTo(call);
    const { printView } = await import('../../commands/view.ts');
    return await printView(call, form.operation ?? form.words, input);
  } finally {
    await agent.close();
  }
}

async function piped(): Promise<string | undefined> {
  return (await import('../../adapters/process/piped-input.ts')).pipedInput(process.stdin, systemClock);
}

/** Commands that may come before all others, so they make a home that is not there. */
function makesHome({ command, form, options }: Run): boolean {
  const isFirst = command === 'start' || form.words === 'secret set' || form.words === 'config edit';
  return isFirst || needsAgent(form, options);
}

/** The schemas are loaded for an operation alone, which needs them anyway. */
async function inputOf(line: Run): Promise<ReturnType<typeof Fields.fieldsOf>> {
  if (line.form.operation === undefined) return { input: line.args };
  const { fieldsOf } = await import('../../commands/arguments/fields.ts');
  return fieldsOf(line);
}

async function examine(home: string, { options, json }: Run, edge: Edge): Promise<number> {
  const { doctorChecks, securityOf } = await import('./doctor.ts');
  if (options['security'] === true) return securityOf(home, json, edge);
  const { doctor } = await import('../../commands/doctor/doctor.ts');
  return doctor({ checks: await doctorChecks(home, edge), io: edge.io, json });
}

async function withSettings(home: string, line: Run, edge: Edge): Promise<number> {
  const config = await settings(home, edge);
  const { command, options } = line;
  if (command === 'ui') return (await import('./ui.ts')).uiHere(config, line, edge);
  if (command === 'secret') return (await import('./secret.ts')).secretHere(config, line, edge);
  return (await import('./start.ts')).startHere(config, { session: sessionOf(options), given: options, edge });
}

/** Commands about the home that no agent is needed for; undefined: it is none of them. */
function withFiles(home: string, { command, form, options, json }: Run, edge: Edge): Promise<number> | undefined {
  const { io } = edge;
  const paths = homePaths(home);
  if (command === 'config')
    return import('./config.ts').then(({ configHere }) => configHere(home, { form, json }, edge));
  if (command === 'stop')
    return import('./stop.ts').then(({ stopHere }) => stopHere(paths, { isNow: options['now'] === true, json }, edge));
  if (command !== 'logs') return undefined;
  const { limit = '50', lines = limit, level = 'info' } = texts(options, 'lines', 'limit', 'level');
  const isFollowing = options['follow'] === true;
  const signal = isFollowing ? stopSignal(systemClock) : AbortSignal.abort();
  return import('../../commands/home/logs.ts').then(({ logs }) =>
    logs({
      io,
      json,
      folder: paths.logs,
      most: Number(lines),
      level: level as LogLevel,
      isFollowing,
      signal,
      async changes(folder, changed, lost) {
        const { folderChanges } = await import('../../adapters/files/folder-changes.ts');
        return folderChanges(folder, changed, lost);
      },
    }),
  );
}

async function replay(file: string, json: boolean, paths: ReturnType<typeof homePaths>, edge: Edge): Promise<number> {
  const [{ replayFile }, { replayActor }] = await Promise.all([
    import('../process/replay.ts'),
    import('../../commands/actors/actors.ts'),
  ]);
  const { io } = edge;
  return replayActor({
    file,
    io,
    json,
    replayFile,
    async exported(id) {
      const agent = await reachAgent(paths, false, edge);
      try {
        return (await agent.actors.export({ id })) as Json | undefined;
      } finally {
        await agent.close();
      }
    },
  });
}
