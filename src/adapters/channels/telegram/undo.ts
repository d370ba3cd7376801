/**
 * `/undo` in Telegram: the turns that changed the workspace, one of them with its difference, and what came of bringing
 * it back.
 */

import { hash } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import { ownWords } from '../../../domain/text/texts.ts';
import { exactlyWithTabs, oneRow } from '../../../domain/text/visible.ts';
import type { UndoChange, UndoDetails, UndoList, UndoOutcome, UndoTurn } from '../../../domain/undo/undo.ts';
import { changeWords, deedsOf } from '../../../domain/undo/undo-words.ts';
import type { Run } from './outgoing/inline.ts';
import type { UndoneCounts, UndoTexts } from './undo-texts.ts';

/** A message with buttons. */
export interface UndoPage {
  readonly runs: readonly Run[];
  readonly buttons: readonly (readonly InlineKeyboardButton[])[];
}

/** A button of undo. `show`: the difference as a new message; the others bring back, `overwrite` over conflicts too. */
export interface UndoButton {
  readonly id: number;
  readonly act: 'show' | 'ready' | 'overwrite';
  /** Names the difference that was on screen; empty for `show`. */
  readonly plan: string;
}

const mostTurns = 5;
const mostChanges = 20;
const mostDiffLines = 40;
/** Telegram takes 4 096 characters; what stands around the changes needs some. */
const mostChars = 2_400;
/** So much stays for the changes that follow a long difference. */
const spare = 800;
const mostLine = 120;
const mostLeft = 10;

/** The newest turns, each with a button. */
export function undoListPage({ isOn, turns, notes }: UndoList, now: number, words: UndoTexts): UndoPage {
  if (turns.length === 0) return { runs: [plain(isOn ? words.none : words.off)], buttons: [] };
  const shown = turns.slice(0, mostTurns);
  return {
    runs: [
      bold(words.some(turns.length)),
      ...shown.flatMap(turn => [
        bold(`\n\n${words.turn(turn.id, now - turn.at)}`),
        plain(`: ${countsOf(turn, words)}\n${oneRow(deedsOf(turn, words.language).join(' '), 200)}`),
      ]),
      ...(turns.length > shown.length ? [plain(`\n\n${words.more(turns.length - shown.length)}`)] : []),
      ...notes.map(note => plain(`\n\n${oneRow(note, 300)}`)),
    ],
    buttons: shown.map(turn => [
      { text: words.show(turn.id, undoneBy(turn)), callback_data: buttonData(turn.id, 'show') },
    ]),
  };
}

/** One turn with its difference, and the buttons that bring it back. */
export function undoTurnPage(details: UndoDetails, now: number, words: UndoTexts): UndoPage {
  const { id, changes } = details;
  const plan = planOf(details);
  const able = changes.filter(({ standing }) => standing === 'ready');
  const ready = able.length;
  const removes = able.filter(({ what }) => what === 'added').length;
  const conflicts = changes.filter(({ standing }) => standing === 'conflict').length;
  const listed = changeRuns(changes.slice(0, mostChanges), words);
  const left = changes.length - listed.length + details.more;
  const button = (text: string, act: UndoButton['act']): InlineKeyboardButton[] => [
    { text, callback_data: buttonData(id, act, plan), style: act === 'overwrite' ? 'danger' : 'success' },
  ];
  return {
    runs: [
      bold(words.turn(id, now - details.at)),
      plain(`: ${countsOf(details, words)}\n${oneRow(deedsOf(details, words.language).join(' '), 300)}`),
      ...details.notes.slice(0, 3).map(note => plain(`\n\n${oneRow(note, 200)}`)),
      plain('\n'),
      ...listed.flat(),
      ...(left > 0 ? [plain(`\n${words.more(left)}`)] : []),
      plain('\n\n'),
      bold(ready + conflicts === 0 ? words.nothingLeft : words.sure),
    ],
    buttons: [
      ...(ready > 0 ? [button(words.yes({ removes, restores: ready + details.more - removes }), 'ready')] : []),
      ...(conflicts > 0 ? [button(words.overwrite(conflicts), 'overwrite')] : []),
    ],
  };
}

/** What came of it; `what` it did, where that can be named. */
export function undoOutcomePage({ id, restored, left }: UndoOutcome, words: UndoTexts, what = ''): UndoPage {
  return {
    runs: [
      bold(restored === 0 ? words.nothing : words.broughtBack(restored, what)),
      ...left
        .slice(0, mostLeft)
        .flatMap(({ path, why }) => [
          plain(`\n${words.left}: `),
          code(oneRow(path, 120)),
          plain(` ${oneRow(ownWords(why, words.language), 120)}`),
        ]),
      ...(left.length > mostLeft ? [plain(`\n${words.more(left.length - mostLeft)}`)] : []),
    ],
    buttons:
      id === undefined || restored === 0 ? [] : [[{ text: words.again(id), callback_data: buttonData(id, 'show') }]],
  };
}

/** Names a difference: another one of the same turn has another name. */
export function planOf({ id, changes, more }: UndoDetails): string {
  const seen = changes.map(({ path, what, before, after, standing }) => [path, what, before, after, standing]);
  return hash('sha256', JSON.stringify([id, seen, more]), 'base64url').slice(0, 16);
}

/** Reads a button of undo; undefined for what is none. */
export function undoButton(data: string): UndoButton | undefined {
  const [, letter = '', number = '', plan = ''] = /^u:([dyo])([1-9]\d{0,14})(?:\.([\w-]{16}))?$/.exec(data) ?? [];
  const act = acts.find(([, one]) => one === letter)?.[0];
  if (act === undefined || (act === 'show') !== (plan === '')) return undefined;
  return { id: Number(number), act, plan };
}

const acts: readonly (readonly [UndoButton['act'], string])[] = [
  ['show', 'd'],
  ['ready', 'y'],
  ['overwrite', 'o'],
];

function buttonData(id: number, act: UndoButton['act'], plan = ''): string {
  const letter = acts.find(([one]) => one === act)?.[1] ?? '';
  return `u:${letter}${id}${act === 'show' ? '' : `.${plan}`}`;
}

/** As many changes as there is room for. */
function changeRuns(changes: readonly UndoChange[], words: UndoTexts): readonly (readonly Run[])[] {
  let chars = mostChars;
  let lines = mostDiffLines;
  const listed: (readonly Run[])[] = [];
  for (const change of changes) {
    const { path, what, standing, why, diff = [] } = change;
    const said =
      standing === 'ready'
        ? ''
        : ` (${words[standing]}${why === undefined ? '' : `: ${oneRow(ownWords(why, words.language), 80)}`})`;
    const is = changeWords(change, words.language);
    const head = [
      plain(`\n${words.deeds[what]} `),
      code(oneRow(path, 60)),
      ...(is === '' ? [] : [plain(`: ${oneRow(is, 100)}`)]),
      ...(said === '' ? [] : [bold(said)]),
    ];
    chars -= lengthOf(head);
    if (chars < 0) return listed;
    const shown: string[] = [];
    for (const line of diff.map(clipped)) {
      if (lines === 0 || line.length + spare > chars) break;
      lines--;
      chars -= line.length + 1;
      shown.push(line);
    }
    const cut = diff.length - shown.length;
    const text: readonly Run[] =
      shown.length === 0 ? [] : [plain('\n'), { text: shown.join('\n'), style: { pre: 'diff' } }];
    listed.push([...head, ...text, ...(cut > 0 && shown.length > 0 ? [plain(`\n${words.more(cut)}`)] : [])]);
  }
  return listed;
}

function lengthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { text }) => sum + text.length, 0);
}

function undoneBy({ added, changed, deleted }: UndoTurn): UndoneCounts {
  return { removes: added, restores: changed + deleted };
}

function countsOf({ added, changed, deleted }: UndoTurn, words: UndoTexts): string {
  return words.counts(added, changed, deleted);
}

/** A line of a text with its indentation. */
function clipped(line: string): string {
  const shown = exactlyWithTabs(line);
  return shown.length <= mostLine ? shown : `${shown.slice(0, mostLine - 1).toWellFormed()}…`;
}

function plain(text: string): Run {
  return { text, style: {} };
}

function bold(text: string): Run {
  return { text, style: { bold: true } };
}

function code(text: string): Run {
  return { text, style: { code: true } };
}
