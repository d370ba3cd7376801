/** What is watched beside a conversation: files and pages that stand in each of its requests. */

import type { ZodType } from 'zod';
import type { WatchedNow, WatchedService } from '../../../domain/context/watched.ts';
import { catalog, phrase } from '../../../domain/text/catalog.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { operation } from '../../contract.ts';
import { address, between, count, flag } from '../../fields.ts';
import { type Look, lines, type Row } from '../../view.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly watched: WatchedService;
  }
}

/** One of them, as it is answered. */
export function subscription(): ZodType<WatchedNow> {
  return z.object({
    id: count(),
    session: z.string(),
    kind: z.enum(['file', 'file_lines', 'url']),
    target: z.string().describe('a path as commands see it, or an address'),
    fromLine: count().nullable().describe('of file_lines'),
    lines: count().nullable().describe('of file_lines: so many'),
    mayReachOwn: flag().describe('it may reach a host of the own network that was let in'),
    tokens: count().describe('it takes at most so much of a request'),
    turns: count().describe('for so many more turns'),
    turn: z.string().describe('the turn that was counted last'),
    characters: count().describe('when it was last read; left out: not since the start').optional(),
  });
}

export const watched = {
  list: operation({
    summary: 'The files and pages that are watched beside a conversation, oldest first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sessions/{id}/watched' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'context watched',
        help: {
          en: 'List the files and pages that the model is shown in each request.',
          de: 'Listet die Dateien und Seiten auf, die das Modell in jeder Anfrage sieht.',
        },
        args: { id: 'ID' },
      },
    ],
    slash: [
      {
        words: 'context watched',
        help: {
          en: 'List the files and pages that are watched here.',
          de: 'Listet auf, welche Dateien und Seiten hier im Blick sind.',
        },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({ id: address('session') }),
    output: () => z.object({ watched: z.array(subscription()).readonly() }),
    needs: ['watched'],
    run: ({ watched }, { id }) => ({ watched: watched.list(id) }),
    json: ({ watched }) => watched,
    view: ({ watched }, look) =>
      watched.length === 0
        ? [lines(texts[look.language].none)]
        : [{ kind: 'table', rows: watched.map(one => rowOf(one, look)) }],
  }),
  end: operation({
    summary: 'Ends what is watched: the file or page stands in no later request.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/sessions/{id}/watched/{number}/end' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'context unwatch',
        help: {
          en: 'Take one of them out; "context watched" lists their numbers.',
          de: 'Nimmt eine davon heraus; „context watched“ nennt die Nummern.',
        },
        args: { id: 'ID', number: 'N' },
      },
    ],
    slash: [
      {
        words: 'context unwatch',
        help: {
          en: 'Take one out; /context watched lists their numbers.',
          de: 'Nimmt eine heraus; /context watched nennt die Nummern.',
        },
        args: { number: 'N' },
        ofChat: { id: 'conversation' },
      },
    ],
    input: () => ({
      id: address('session'),
      number: between(1, 999_999_999_999_999).describe(
        phrase({ en: 'the number of what is watched', de: 'die Nummer einer beobachteten Datei oder Seite' }),
      ),
    }),
    output: () => z.object({ id: count() }),
    missing: 'file or page that is watched under this number',
    needs: ['watched'],
    run: async ({ watched }, { id, number }) => ((await watched.end(id, number)) ? { id: number } : undefined),
    view: ({ id }, { language }) => [lines(texts[language].ended(id))],
    absent: ({ number }, { language, typed }) => texts[language].absent(number, typed('context watched')),
  }),
};

function rowOf(one: WatchedNow, { language }: Look): Row {
  const say = texts[language];
  const { id, session, target, fromLine, lines: many, turns, tokens } = one;
  const part = fromLine === null || many === null ? '' : say.part(fromLine, fromLine + many - 1);
  const cells = [String(id), `${oneLine(target, 200)}${part}`, say.left(turns, tokens)];
  return { cells, actions: [{ label: say.end, operation: 'watched.end', input: { id: session, number: id } }] };
}

const en = {
  none: 'No file and no page is watched beside this conversation.',
  part: (from: number, to: number) => `, lines ${from} to ${to}`,
  left: (turns: number, tokens: number) =>
    `${turns === 0 ? 'in this turn for the last time' : turns === 1 ? 'for 1 more turn' : `for ${turns} more turns`}, ${tokens} tokens at most`,
  end: 'End',
  ended: (id: number) => `Number ${id} stands in no later request.`,
  absent: (id: number, list: string) => `nothing is watched here under the number ${id}; "${list}" lists what is`,
};

const de: typeof en = {
  none: 'Neben diesem Gespräch ist keine Datei und keine Seite im Blick.',
  part: (from, to) => `, Zeilen ${from} bis ${to}`,
  left: (turns, tokens) =>
    `${turns === 0 ? 'in dieser Runde zum letzten Mal' : turns === 1 ? 'noch 1 Runde' : `noch ${turns} Runden`}, höchstens ${tokens} Token`,
  end: 'Beenden',
  ended: id => `Nummer ${id} steht in keiner späteren Anfrage mehr.`,
  absent: (id, list) => `unter der Nummer ${id} ist hier nichts im Blick; „${list}“ zählt auf, was es ist`,
};

const texts = catalog('api/subjects/conversation/watched', { en, de });
