/** How the questions of MCP servers are shown, and how they are answered. */
import { choicesOf, type QuestionState, type ServerQuestion } from '../../../domain/mcp/question.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { oneLine, readable } from '../../../domain/text/visible.ts';
import { type Action, type Look, lines, type View } from '../../view.ts';

export function questionList({ questions }: { readonly questions: readonly ServerQuestion[] }, look: Look): View {
  if (questions.length === 0) return [lines(texts[look.language].none)];
  return questions.flatMap(question => oneQuestion(question, look));
}

/** One of them, with its answers as buttons where they are few. */
export function oneQuestion(question: ServerQuestion, { language, now }: Look): View {
  const say = texts[language];
  const { id, server, tool, state, at, message, fields, pages, isSaidDone, result } = question;
  const head = `${id}  ${say.states[state]}  ${server}: ${tool}  ${ago(now - at, language)}`;
  const outcome = result === undefined ? [] : [lines(readable(result).slice(0, 4_000))];
  if (state !== 'open') return [lines(head, 'strong'), ...outcome];
  const choose = (text: string, label: string): Action => ({ label, operation: 'mcp.answer', input: { id, text } });
  const choices = choicesOf(question);
  const asks = { field: 'text', hint: fields.map(({ name }) => `${name}: …`).join('; ') };
  const write: Action = { label: say.write, operation: 'mcp.answer', input: { id }, asks };
  return [
    lines(head, 'strong'),
    lines(readable(message)),
    ...fields.map(({ name, title, options, standard }) =>
      lines(
        `${name}: ${oneLine(title, 300)}${options ? ` (${oneLine(options.join(', '), 400)})` : ''}${standard === undefined ? '' : ` [${oneLine(String(standard), 100)}]`}`,
      ),
    ),
    ...pages.flatMap(({ url, host }) => [lines(say.open(host)), lines(url)]),
    ...(isSaidDone ? [lines(say.saidDone, 'quiet')] : []),
    {
      kind: 'actions',
      actions: [
        ...(choices.length > 0 ? choices.map(text => choose(text, say.words[text] ?? oneLine(text, 40))) : [write]),
        choose('decline', say.decline),
      ],
    },
  ];
}

const en = {
  none: 'No MCP server asks anything.',
  write: 'Answer',
  decline: 'Decline',
  open: (host: string) =>
    `To be done at ${host}, which the server names. Nothing here opens it; check that this is where you want to be:`,
  saidDone: 'The server says that it was done there.',
  words: { yes: 'Yes', no: 'No', done: 'I did it there' } as Readonly<Record<string, string>>,
  states: {
    open: 'open',
    answering: 'under way',
    done: 'done',
    failed: 'failed',
    unknown: 'outcome unknown',
  } as Readonly<Record<QuestionState, string>>,
};

const de: typeof en = {
  none: 'Kein MCP-Server fragt etwas.',
  write: 'Antworten',
  decline: 'Ablehnen',
  open: host => `Zu tun bei ${host}, das der Server nennt. Hier öffnet es niemand; sieh nach, ob du dort sein willst:`,
  saidDone: 'Der Server sagt, dass es dort getan wurde.',
  words: { yes: 'Ja', no: 'Nein', done: 'Ich habe es dort getan' },
  states: {
    open: 'offen',
    answering: 'unterwegs',
    done: 'erledigt',
    failed: 'gescheitert',
    unknown: 'Ausgang unbekannt',
  },
};

const texts = catalog('api/views/mcp/questions', { en, de });
