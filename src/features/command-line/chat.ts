/** A conversation in this terminal. */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { HomePaths } from '../../../config/home.ts';
import type { ChatEnd } from '../../adapters/channels/terminal/terminal.ts';
import type { Agent } from '../../api/client/agent.ts';
import { cardDetails, writtenCard } from '../../commands/approvals/card.ts';
import { lastExchange } from '../../commands/conversation/chat.ts';
import { slashAnswer } from '../../commands/conversation/slash.ts';
import { count, money } from '../../domain/budget/money.ts';
import { inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { type Language, quotedInGerman } from '../../domain/text/texts.ts';
import { asTyped } from '../../domain/text/typed-name.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { chatColumn } from '../process/greeting-texts.ts';
import type { Edge } from './edge.ts';
import { programHere } from './program.ts';
import type { Offer } from './setup/offers.ts';

export interface ChatPlace {
  readonly agent: Agent;
  readonly session: string;
  readonly paths: Pick<HomePaths, 'run' | 'workspace' | 'portFile'>;
  readonly greeting: readonly string[];
  /** The agent was started with this chat. */
  readonly isStarted?: boolean;
  /** What its owner has not decided yet; where this is given, `/setup` ends the chat. */
  readonly offers?: readonly Offer[];
}

/** What to try where nothing has been said yet; six rows with what is above it. */
const firstWords = catalog('features/command-line/chat#firstWords', {
  en: {
    label: 'Try',
    lines: [
      "remember that my sister's birthday is 4 May",
      'make a tool that counts the words of a text',
      'write a file notes.txt with: buy milk',
    ],
  },
  de: {
    label: 'Beispiel',
    lines: [
      'Merk dir, dass meine Schwester am 4. Mai Geburtstag hat',
      'Mach ein Werkzeug, das die Wörter eines Textes zählt',
      'Schreib eine Datei notizen.txt mit: Milch kaufen',
    ],
  },
});

/** `isStarted`: the agent was started with the chat, and goes on where that alone is left. */
const ways = catalog('features/command-line/chat#ways', {
  en: {
    offers: { model: 'model', command: 'command', service: 'service' },
    tokens: 'tokens',
    home: (home: string) => `Home: ${home}`,
    ends: (isStarted: boolean): string => (isStarted ? 'Ctrl-C twice stops · Ctrl-D leaves.' : 'Ctrl-D leaves.'),
    silent: (model: string, why: Sentence, canSetUp: boolean) =>
      `The model ${model} does not answer: ${oneLine(inEnglish(why), 400).replace(/\.$/, '')}. To set it right: ${canSetUp ? '/setup, or ' : ''}"straylight stop", then "straylight init --model ${model} --url ADDRESS".`,
  },
  de: {
    offers: { model: 'Modell', command: 'Befehl', service: 'Dienst' },
    tokens: 'Tokens',
    home: (home: string) => `Datenordner: ${home}`,
    ends: (isStarted: boolean) =>
      isStarted ? 'zweimal Strg-C beendet · Strg-D verlässt.' : 'Strg-D verlässt das Gespräch.',
    silent: (model: string, why: Sentence, canSetUp: boolean) =>
      `Das Modell ${model} antwortet nicht: ${oneLine(quotedInGerman(why), 400).replace(/\.$/, '')}. So wird es richtig: ${canSetUp ? '/setup, oder ' : ''}„straylight stop“, dann „straylight init --model ${model} --url ADRESSE“.`,
  },
});

/** Ends with the signal, or when the owner leaves. */
export async function chat(
  { agent, session, paths, greeting, isStarted = false, offers }: ChatPlace,
  { io, now, env, isColored, isPlain, newHome }: Edge,
  signal: AbortSignal,
): Promise<ChatEnd> {
  const [
    terminal,
    { typedTexts },
    { seenReports },
    { pathsLike },
    { standInsOf },
    { copyText },
    editor,
    { clipboardPicture },
    { droppedFiles },
    { readingsOf },
  ] = await adapters();
  const output = process.stdout;
  const letIn = () => standInsOf(join(paths.run, 'folders.json'));
  // the agent reads it by its path
  const isOwn = (path: string) =>
    [paths.workspace, ...letIn().map(one => one.path)].some(folder => path.startsWith(`${folder}/`));
  const { language } = await agent.memory.stats();
  const seen = seenReports(join(paths.run, 'seen.json'));
  // what came meanwhile stands beneath what was said last
  const opened = (conversation: string) => {
    seen.note(conversation, now());
    return lastExchange(agent, conversation, io, now(), language);
  };
  const last = await opened(session);
  const say = ways[language];
  const program = programHere(env, process.cwd());
  return terminal.terminalChat({
    agent,
    session,
    output,
    signal,
    language,
    plain: isPlain,
    canSetUp: offers !== undefined,
    isStopped: () => !existsSync(paths.portFile),
    input: process.stdin,
    color: isColored,
    program,
    greeting: [...greeting, ...opening(last.lines, { language, isStarted, offers, newHome, io })],
    last: { since: last.since, reply: last.reply },
    async trouble() {
      const text = await silentModel({ agent, session, offers }, say);
      return text && io.style.warn(readable(asTyped(text, program)));
    },
    lastExchange: opened,
    onReport: seen.note,
    card: (card, open) => writtenCard(card, now(), io.style, language, open),
    info: card => cardDetails(card, now(), io.style, language),
    async slash(name, args, chat) {
      const answer = await slashAnswer(name, { agent, args, chat, now: now(), language, style: io.style });
      return (
        answer && {
          ...answer,
          lines: answer.isCode ? answer.lines : answer.lines.map(line => readable(asTyped(line, program))),
        }
      );
    },
    history: typedTexts(join(paths.run, 'typed')),
    paths: async start => pathsLike(start, paths.workspace, homedir(), letIn()),
    desktop: {
      copy: text => copyText(text, { env, platform: process.platform, output, language }),
      picture: () => clipboardPicture({ env, platform: process.platform }),
      files: text => droppedFiles(readingsOf(text, homedir()), isOwn),
      edit: text => editor.editText(editor.editorOf(env), text),
    },
    spent: conversation => spentIn(agent, conversation, language),
  });
}

/** Loaded with the first chat. */
function adapters() {
  return Promise.all([
    import('../../adapters/channels/terminal/terminal.ts'),
    import('../../adapters/home/typed-texts.ts'),
    import('../../adapters/home/seen-reports.ts'),
    import('../../adapters/files/path-names.ts'),
    import('../../adapters/files/let-in/stand-ins.ts'),
    import('../../adapters/process/clipboard.ts'),
    import('../../adapters/process/text-editor.ts'),
    import('../../adapters/process/clipboard-picture.ts'),
    import('../../adapters/files/dropped-files.ts'),
    import('../../adapters/channels/terminal/attaching/dropped-paths.ts'),
  ]);
}

/** What can be typed, and how the chat ends, beside what was said last or what a first chat begins with. */
function opening(
  last: readonly string[],
  {
    language,
    isStarted,
    offers = [],
    newHome,
    io,
  }: Pick<ChatPlace, 'offers'> &
    Pick<Edge, 'io' | 'newHome'> & { readonly language: Language; readonly isStarted: boolean },
): readonly string[] {
  const say = ways[language];
  const names = offers.map(offer => say.offers[offer]);
  const help = names.length === 0 ? '/help' : `/help · /setup: ${names.join(', ')}`;
  if (last.length > 0) return [io.style.dim(`${help} · ${say.ends(isStarted)}`), ...last];
  const end = newHome === undefined ? say.ends(isStarted) : say.home(readable(shortPath(newHome)));
  const { label, lines } = firstWords[language];
  const examples = lines.map((line, at) => `${(at === 0 ? label : '').padEnd(chatColumn)}${line}`);
  return [...examples, `${help} · ${end}`];
}

/** Where the model of the conversation cannot be reached: why, and what to do. It is asked for no words, so it is free. */
async function silentModel(
  { agent, session, offers }: Pick<ChatPlace, 'agent' | 'session' | 'offers'>,
  say: (typeof ways)[Language],
): Promise<string | undefined> {
  const { roles, models } = await agent.models.list({ session });
  const name = roles.find(({ role }) => role === 'session')?.models[0];
  const { problem, said } = models.find(one => one.name === name) ?? {};
  if (name === undefined || problem === undefined) return undefined;
  return say.silent(oneLine(name, 120), said ?? problem, offers !== undefined);
}

/** As its owner would type it. */
function shortPath(path: string): string {
  return path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path;
}

/** What a turn has used, in tokens and money; nothing where no model counts, or where the demo model made it all up. */
async function spentIn(agent: Agent, session: string, language: Language): Promise<string | undefined> {
  const { sessions, models } = await agent.budget.show();
  if (models.every(({ model }) => model.startsWith('rehearsal/'))) return undefined;
  const { sinceYourWords } = sessions.find(one => one.session === session) ?? {};
  if (!sinceYourWords || sinceYourWords.tokens === 0) return undefined;
  const { tokens, micros } = sinceYourWords;
  const used = `${count(tokens, language)} ${ways[language].tokens}`;
  return `${used}${micros === 0 ? '' : `, ${money(micros, language)}`}`;
}
