/**
 * What servers ask back: kept with all that the call is sent again with, answered by the owner when he likes, and sent
 * once.
 *
 * The answer is noted before it is sent. Whatever ends this process then leaves it under way, which the next start finds
 * and calls unknown; nothing is sent a second time. The outcome goes to the conversation that pending for the call.
 */
import type { CallAnswer, LinkNews } from '../../adapters/mcp/link.ts';
import { resultText } from '../../adapters/mcp/result-text.ts';
import type { McpServers } from '../../adapters/mcp/servers.ts';
import { isForbidden } from '../../adapters/mcp/tool-source.ts';
import {
  answersFrom,
  pageIdsIn,
  type QuestionState,
  questionIn,
  type ServerQuestion,
} from '../../domain/mcp/question.ts';
import { inEnglish, says } from '../../domain/policy/sentence.ts';
import { fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import { canonical, defined, type JsonObject } from '../../domain/text/json.ts';
import type { KeptQuestion, McpLedger, PendingCall } from '../../ports/ledgers/mcp.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import type { Core, Features } from '../feature.ts';
import { questionTexts } from './question-texts.ts';

/** Says something in a conversation, once under its key. */
export type SayIn = (session: string, text: string, key: string) => Promise<unknown>;

export interface ServerQuestions {
  /** Puts it before the owner, and answers what the model reads; undefined: nobody can answer it. */
  ask(pending: PendingCall): Promise<string | undefined>;
  list(): readonly ServerQuestion[];
  /** Sends the answer, and resolves with what came of it. Undefined: there is none of that number. */
  answer(id: number, text: string, by: string): Promise<ServerQuestion | undefined>;
  /** At a start: what was under way is unknown. */
  settle(): Promise<void>;
  /** After it: tells what could not be told before. */
  resume(): Promise<void>;
  /** A server says that what it asked for at an address was done there. */
  hear(server: string, news: LinkNews): void;
  /** How conversations learn of it; before that none is. */
  tellBy(say: SayIn): void;
}

interface Means {
  readonly servers: Pick<McpServers, 'all' | 'get'>;
  readonly ledger: McpLedger;
  readonly audit: Pick<Features['audit'], 'record'>;
  /** Signs what a question is answered with: the state that its server gave, and the call it belongs to. */
  readonly signing: Pick<SigningKey, 'sign' | 'verify'>;
  readonly keep: (server: string, bytes: Uint8Array, mimeType: string) => Promise<string>;
}

/** So much of an outcome is kept, in characters. */
const longestResult = 16_000;

export function serverQuestions(
  core: Pick<Core, 'system' | 'clock' | 'report' | 'owner'>,
  means: Means,
): ServerQuestions {
  const { system, clock, report, owner } = core;
  const { ledger, audit } = means;
  const texts = questionTexts[owner.language];
  const { moved, tell, tellBy } = keeping(system, ledger);

  async function ask(pending: PendingCall): Promise<string | undefined> {
    const said = questionIn(pending.requests);
    if (said === undefined) return undefined;
    const { server, tool } = pending;
    const id = await system.perform(() => ledger.ask(pending, clock.now(), means.signing.sign(sealed(pending))));
    // in the server's words
    report(`mcp:${server}`, 'completed', texts.question({ id, server, tool, ...said }), 'aside');
    return `The MCP server ${server} asks the owner something before it goes on with ${tool}; nothing more has happened yet. The question (number ${id}) is before the owner, who may answer at any time, also days later. What comes of it will be said in this conversation. Do not call it again.`;
  }

  /** What was never sent may be answered again. */
  async function failed(id: number, error: unknown): Promise<void> {
    const failure = toFailure(error);
    if (failure.cause === 'unrun' || failure.kind === 'denied') {
      await moved(id, 'open');
      throw error;
    }
    await moved(id, failure.kind === 'unknown' ? 'unknown' : 'failed', inEnglish(saidOf(failure)));
  }

  async function end(question: KeptQuestion, answer: CallAnswer): Promise<void> {
    const { id, server } = question;
    if (answer.kind === 'question') {
      const { state: requestState, requests } = answer;
      const { tool, args, session, call } = question;
      const text = await ask({ server, tool, args, session, call, requests, ...defined({ requestState }) });
      return moved(id, 'done', text ?? 'the server asks more, in a way that cannot be answered here');
    }
    const keepFile = (bytes: Uint8Array, type: string) => means.keep(server, bytes, type);
    const text = await resultText(answer.content, answer.structured, keepFile);
    await moved(id, answer.isError ? 'failed' : 'done', text.slice(0, longestResult));
  }

  return {
    ask,
    tellBy,
    list: () => ledger.questions().map(shown),
    async answer(id, text, by) {
      const question = ledger.question(id);
      if (!question) return undefined;
      const { server: name, state, requests } = question;
      if (state !== 'open') throw fault('invalid', says`the question ${id} was answered already`);
      if (!isSealed(means, question))
        throw fault(
          'invalid',
          says`the question ${id} is not as it was kept, or was kept by an earlier version; nothing was sent. Call the tool again`,
        );
      const answers = answersFrom(requests, text);
      if ('problem' in answers) throw fault('invalid', answers.problem);
      audit.record({ kind: 'settings.mcp-answered', subject: `mcp:${name}`, actor: by, facts: { question: id } });
      await moved(id, 'answering');
      await sent(means, question, answers.responses)
        .then(answer => end(question, answer))
        .catch(error => failed(id, error));
      await tell(id);
      const now = ledger.question(id);
      return now && shown(now);
    },
    hear: (server, news) => noteDone(core, ledger, server, news),
    async settle() {
      for (const { id, state } of ledger.questions())
        if (state === 'answering')
          await moved(id, 'unknown', 'Straylight ended while it was under way; it may or may not have happened.');
    },
    async resume() {
      for (const { id, server, tool, state, isReported } of ledger.questions()) {
        if (isReported || state === 'open') continue;
        if (state === 'unknown') report(`mcp:${server}`, 'failed', texts.unknown(id, server, tool));
        await tell(id);
      }
    },
  };
}

/** Nothing goes on by what a server says: its owner says here whether it was done. */
function noteDone(
  { system, report, owner }: Pick<Core, 'system' | 'report' | 'owner'>,
  ledger: McpLedger,
  server: string,
  news: LinkNews,
): void {
  if (news.kind !== 'completed') return;
  const meant = ledger
    .questions()
    .filter(one => one.server === server && one.state === 'open' && !one.isSaidDone)
    .filter(({ requests }) => pageIdsIn(requests).includes(news.id));
  for (const { id, tool } of meant) {
    void system.perform(() => ledger.saidDone(id)).catch(() => {});
    report(`mcp:${server}`, 'completed', questionTexts[owner.language].saidDone(id, server, tool), 'aside');
  }
}

/** Where a question stands, and what its conversation knows of that. */
function keeping(system: Core['system'], ledger: McpLedger) {
  let say: SayIn = async () => {};
  return {
    async moved(id: number, to: QuestionState, result?: string): Promise<void> {
      const from = to === 'answering' ? 'open' : 'answering';
      const isMoved = await system.perform(() => ledger.moveQuestion(id, from, to, result));
      if (!isMoved) throw fault('invalid', says`the question ${id} was answered already`);
    },
    async tell(id: number): Promise<void> {
      const question = ledger.question(id);
      if (question?.result === undefined || question.isReported) return;
      const { server, tool, session, result } = question;
      const words = `The owner has answered the question ${id} of the MCP server ${server} (${tool}). What came of it: ${result}`;
      await say(session, words, `mcp:question:${id}`);
      await system.perform(() => ledger.reported(id));
    },
    tellBy(by: SayIn): void {
      say = by;
    },
  };
}

/** The very words that are signed, whatever order a row has its fields in. */
function sealed({ server, tool, args, requestState = '', requests, session, call }: PendingCall): string {
  return `mcp-question ${canonical({ server, tool, args, requestState, requests, session, call })}`;
}

function isSealed({ signing }: Pick<Means, 'signing'>, question: KeptQuestion): boolean {
  return question.seal !== '' && signing.verify(sealed(question), question.seal);
}

/** The call once more, with the answers and the state that the server gave. */
async function sent({ servers, ledger }: Means, question: KeptQuestion, responses: JsonObject): Promise<CallAnswer> {
  const { server: name, tool, args, requestState: state } = question;
  const peer = servers.get(name);
  if (!peer) throw fault('unavailable', says`the MCP server ${name} was removed`, { cause: 'unrun' });
  const options = {
    signal: new AbortController().signal,
    timeoutMs: peer.server.timeoutMs,
    onProgress: () => {},
    answers: { state, responses },
  };
  return peer.call(tool, args, options, () => {
    const known = ledger.tools(name).find(one => one.tool === tool);
    if (known && !known.isGone && !isForbidden(peer.server, known)) return;
    throw fault('denied', says`the tool ${tool} of the MCP server ${name} is forbidden, or gone; nothing was sent`, {
      cause: 'unrun',
    });
  });
}

function shown({ id, server, tool, state, at, session, requests, result, isSaidDone }: KeptQuestion): ServerQuestion {
  const { message = '', fields = [], pages = [] } = questionIn(requests) ?? {};
  return { id, server, tool, state, at, session, message, fields, pages, ...defined({ result, isSaidDone }) };
}
