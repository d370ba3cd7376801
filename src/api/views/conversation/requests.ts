/** Requests to a model as they are shown: a list of them, and one of them whole, beside the one before it. */
import { count } from '../../../domain/budget/money.ts';
import type { PieceKind, RequestPiece, RequestRow, WholeRequest } from '../../../domain/context/sent-request.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { wholeDiff } from '../../../domain/text/line-diff.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { oneLine, readable } from '../../../domain/text/visible.ts';
import { type Action, type Block, type Look, lines, type View } from '../../view.ts';
import { zoneTitles } from './context.ts';

export function requestList(
  { requests, next }: { readonly requests: readonly RequestRow[]; readonly next?: number },
  { language, now }: Look,
  id: string,
): View {
  const say = texts[language];
  if (requests.length === 0) return [lines(say.none)];
  const rows = requests.map(({ step, at, model, parts, inputTokens }) => {
    const { system, tools, memories, history, window } = parts;
    const tokens = inputTokens > 0 ? inputTokens : system + tools + memories + history;
    const cells = [
      String(step),
      ago(now - at, language),
      oneLine(model, 40),
      say.of(count(tokens, language), count(window, language)),
    ];
    return { cells, actions: [{ label: say.show, operation: 'requests.show', input: { id, step } }] };
  });
  const older: Action[] =
    next === undefined ? [] : [{ label: say.older, operation: 'requests.list', input: { id, before: next } }];
  return [
    { kind: 'table', head: say.columns, rows },
    { kind: 'actions', actions: older },
  ];
}

/** In a chat a long text is shown by its beginning. */
const mostInChat = 160;
const mostPiecesInChat = 40;

export function wholeRequestShown(request: WholeRequest, { language, now, chat }: Look, id: string): View {
  const { step, at, model, state, pieces, before, gone } = request;
  const say = texts[language];
  const fresh = pieces.filter(({ change }) => change !== 'same').length;
  const head = [
    lines(say.head(step, ago(now - at, language), oneLine(model, 60)), 'strong'),
    lines(say.state[state], state === 'exact' ? 'quiet' : undefined),
    lines(before === undefined ? say.first : say.compared(before, pieces.length - fresh, fresh, gone.length)),
  ];
  const shown = chat === undefined ? pieces : pieces.slice(-mostPiecesInChat);
  const left = pieces.length - shown.length;
  const isFirst = before === undefined;
  return [
    ...head,
    ...(left > 0 ? [lines(say.more(left), 'quiet')] : []),
    ...shown.flatMap(piece => pieceShown(piece, isFirst, chat !== undefined, language)),
    ...(gone.length === 0 ? [] : [lines(say.goneTitle, 'strong')]),
    ...gone.slice(0, chat === undefined ? gone.length : mostPiecesInChat).map(piece => lines(titleOf(piece, language))),
    { kind: 'actions', actions: before === undefined ? [] : [beforeIt(before, id, language)] },
  ];
}

function beforeIt(step: number, id: string, language: Language): Action {
  return { label: texts[language].showBefore, operation: 'requests.show', input: { id, step } };
}

function pieceShown(piece: RequestPiece, isFirst: boolean, isShort: boolean, language: Language): readonly Block[] {
  const { text, change, before = '' } = piece;
  const title = `${titleOf(piece, language)}${isFirst ? '' : ` (${texts[language].changes[change]})`}`;
  if (isShort) return [lines(`${title}: ${oneLine(text, mostInChat)}`)];
  const shown = change === 'changed' ? wholeDiff(readable(before), readable(text)) : readable(text).split('\n');
  return [lines(title, change === 'same' ? 'quiet' : 'strong'), { kind: 'code', lines: shown }];
}

function titleOf({ zone, kind, name }: Pick<RequestPiece, 'zone' | 'kind' | 'name'>, language: Language): string {
  const what = kind === 'instructions' ? zoneTitles(language)[zone] : texts[language].kinds[kind];
  return name === undefined ? what : `${what} ${oneLine(name, 80)}`;
}

type Kinds = Readonly<Record<PieceKind, string>>;

const kindsEn: Kinds = {
  instructions: 'Instructions',
  tool: 'Tool',
  owner: 'You',
  reply: 'Reply',
  call: 'Call of',
  result: 'Result of',
  note: 'Note or text from outside',
  picture: 'Picture',
};

const kindsDe: Kinds = {
  instructions: 'Vorgaben',
  tool: 'Werkzeug',
  owner: 'Du',
  reply: 'Antwort',
  call: 'Aufruf von',
  result: 'Ergebnis von',
  note: 'Hinweis oder Text von außen',
  picture: 'Bild',
};

const texts = catalog('api/views/conversation/requests', {
  en: {
    none: 'No request of this conversation is in the journal; say something first.',
    columns: ['Step', 'When', 'Model', 'Tokens'],
    of: (tokens: string, window: string) => `${tokens} of ${window}`,
    show: 'Show',
    older: 'Older requests',
    head: (step: number, when: string, model: string) => `The request of step ${step}, ${when}, to ${model}`,
    state: {
      exact: 'This is what was sent, letter for letter; pictures are named.',
      changed: 'Something in it was changed or forgotten since, so this is not quite what was sent.',
      unknown: 'An older version sent it and kept its sizes alone.',
    },
    first: 'There is no request before it in the journal.',
    compared: (step: number, same: number, fresh: number, gone: number) =>
      `Beside the request of step ${step}: ${same} parts are the same, ${fresh} are new or changed, ${gone} are gone.`,
    changes: { same: 'as before', new: 'new', changed: 'changed' },
    more: (left: number) => `${left} parts before these are shown on the page and by the command line.`,
    goneTitle: 'Gone since the request before',
    showBefore: 'The request before',
    kinds: kindsEn,
  },
  de: {
    none: 'Keine Anfrage dieses Gesprächs steht im Journal; sag erst etwas.',
    columns: ['Schritt', 'Wann', 'Modell', 'Token'],
    of: (tokens: string, window: string) => `${tokens} von ${window}`,
    show: 'Zeigen',
    older: 'Ältere Anfragen',
    head: (step: number, when: string, model: string) => `Die Anfrage von Schritt ${step}, ${when}, an ${model}`,
    state: {
      exact: 'Das wurde gesendet, Buchstabe für Buchstabe; Bilder sind genannt.',
      changed: 'Etwas darin wurde seitdem geändert oder vergessen; es ist nicht mehr ganz das, was gesendet wurde.',
      unknown: 'Eine ältere Version hat sie gesendet und nur die Größen behalten.',
    },
    first: 'Im Journal steht keine Anfrage davor.',
    compared: (step: number, same: number, fresh: number, gone: number) =>
      `Neben der Anfrage von Schritt ${step}: ${same} Teile sind gleich, ${fresh} neu oder geändert, ${gone} fehlen.`,
    changes: { same: 'wie zuvor', new: 'neu', changed: 'geändert' },
    more: (left: number) => `${left} Teile davor zeigen die Seite und die Kommandozeile.`,
    goneTitle: 'Seit der Anfrage davor weg',
    showBefore: 'Die Anfrage davor',
    kinds: kindsDe,
  },
});
