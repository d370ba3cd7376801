/**
 * A view as one message: rich text, and buttons that are the operations of its actions. What does not fit is turned to
 * by a button, so nothing is left out.
 */
import type { InlineKeyboardButton } from 'grammy/types';
import { typedAs } from '../../../../api/chat-commands.ts';
import type { Action, Block, Line, Look, Row, View } from '../../../../api/view.ts';
import { beginningOf, exactlyWithTabs, oneLine, readable } from '../../../../domain/text/visible.ts';
import type { Run, Style } from '../outgoing/inline.ts';
import type { Target, ViewButtons } from './buttons.ts';
import type { ViewTexts } from './texts.ts';

/** A message with buttons. */
export interface ViewPage {
  readonly runs: readonly Run[];
  readonly buttons: readonly (readonly InlineKeyboardButton[])[];
}

/** What pages are drawn with. */
export interface Drawing {
  readonly look: Look;
  readonly words: ViewTexts;
  readonly buttons: ViewButtons;
}

/** The list that a message shows, by the operation that answers it, from this entry on. */
export interface Listed {
  readonly target: Target;
  readonly from: number;
}

/** A line of a message, and the buttons that belong to it. */
interface Item {
  readonly runs: readonly Run[];
  readonly buttons: readonly InlineKeyboardButton[];
}

/** Telegram takes 4 096 characters, a hundred looks and a hundred buttons. */
interface Room {
  readonly chars: number;
  readonly looks: number;
  /** Of buttons. */
  readonly lines: number;
}

const whole: Room = { chars: 3_200, looks: 80, lines: 12 };
/** With what came of a tap above. */
const beneath: Room = { chars: 2_000, looks: 70, lines: 10 };
const above: Room = { chars: 1_200, looks: 20, lines: 6 };
const mostLabel = 60;
const mostTyped = 4;
/** A longer line is several. */
const mostLine = 1_000;

/** `outcome`: what came of a tap. Without `listed` the message cannot be looked at again. */
export function viewPage(
  view: View,
  { listed, outcome = [] }: { readonly listed?: Listed; readonly outcome?: View },
  drawing: Drawing,
): ViewPage {
  const { words, buttons } = drawing;
  const outcomes = itemsOf(outcome, drawing);
  const said = fitting(outcomes, 0, above);
  const unsaid = words.left(0, outcomes.length - said.length);
  const items = itemsOf(view, drawing);
  const from = Math.min(listed?.from ?? 0, Math.max(items.length - 1, 0));
  const shown = fitting(items, from, said.length > 0 ? beneath : whole);
  const end = from + shown.length;
  const rest = words.left(from, items.length - end);
  const turn = (text: string, to: number): InlineKeyboardButton[] =>
    listed ? [{ text, callback_data: buttons.data('turn', listed.target, to) }] : [];
  return {
    runs: [
      ...joined(said),
      ...(unsaid === '' ? [] : [{ text: `\n… ${unsaid}`, style: { italic: true } } as const]),
      ...(said.length > 0 && shown.length > 0 ? [plain('\n\n')] : []),
      ...joined(shown),
      ...(rest === '' ? [] : [{ text: `\n\n… ${rest}`, style: { italic: true } } as const]),
      ...typedRuns([outcome, view], drawing),
    ],
    buttons: [
      ...said.map(item => item.buttons),
      ...shown.map(item => item.buttons),
      ...pairs([...endingOf(outcome, drawing), ...endingOf(view, drawing)]),
      [...(from > 0 ? turn(words.first, 0) : []), ...(end < items.length ? turn(words.more, end) : [])],
      listed ? [{ text: words.look, callback_data: buttons.data('page', listed.target, from) }] : [],
    ].filter(line => line.length > 0),
  };
}

/** Is it to be done? What cannot be taken back is tapped a second time. */
export function surePage(
  { sentence, label, target }: { readonly sentence: string; readonly label: string; readonly target: Target },
  listed: Listed | undefined,
  { words, buttons }: Pick<Drawing, 'words' | 'buttons'>,
): ViewPage {
  return {
    runs: [{ text: sentence, style: { bold: true } }],
    buttons: [
      [{ text: label, callback_data: buttons.data('do', target), style: 'danger' as const }],
      ...(listed ? [[{ text: words.back, callback_data: buttons.data('page', listed.target, listed.from) }]] : []),
    ],
  };
}

/** What is left of a message whose list is gone. */
export function lastPage(text: string): ViewPage {
  return { runs: [{ text, style: { bold: true } }], buttons: [] };
}

/** All actions of a view. */
export function actionsIn(view: View): readonly Action[] {
  return view.flatMap(block => {
    if (block.kind === 'actions') return block.actions;
    return block.kind === 'table' ? block.rows.flatMap(row => row.actions ?? []) : [];
  });
}

/** The first thing that a view says, on one line. */
export function firstLine(view: View): string {
  return oneLine(
    itemsOf(view)[0]
      ?.runs.map(({ text }) => text)
      .join('') ?? '',
    190,
  );
}

/** The lines of a view; with `drawing` also the buttons of its rows. */
function itemsOf(view: View, drawing?: Drawing): readonly Item[] {
  return view.flatMap((block): readonly Item[] => {
    if (block.kind === 'lines') return block.lines.flatMap(line => lineItems(line));
    if (block.kind === 'actions') return [];
    if (block.kind === 'table') return tableItems(block, drawing);
    const pre = isDifference(block.lines) ? 'diff' : '';
    return block.lines.map(line => item({ text: clipped(exactlyWithTabs(line)), style: { pre } }));
  });
}

function tableItems({ head, rows }: Extract<Block, { kind: 'table' }>, drawing?: Drawing): readonly Item[] {
  const isAlone = isOne(rows);
  return [
    ...(head ? [item({ text: oneLine(head.join(' · '), 300), style: { italic: true } })] : []),
    ...rows.map(row => ({ runs: rowRuns(row), buttons: drawing ? rowButtons(row, isAlone, drawing) : [] })),
  ];
}

function lineItems({ text, tone }: Line): readonly Item[] {
  const style = styleOf(tone);
  const items: Item[] = [];
  for (let left = readable(text); ; ) {
    const at = left.length <= mostLine ? left.length : beginningOf(left, mostLine) || mostLine;
    items.push(item({ text: left.slice(0, at), style }));
    left = left.slice(at);
    if (left === '') return items;
  }
}

function rowRuns({ cells, tone }: Row): readonly Run[] {
  const [first = '', ...others] = cells.map(cell => oneLine(cell, 200)).filter(cell => cell !== '');
  const style = styleOf(tone);
  return [
    { text: first, style: { ...style, bold: true } },
    ...(others.length === 0 ? [] : [{ text: `  ${oneLine(others.join(' · '), 800)}`, style }]),
  ];
}

/** Where other rows have buttons too, each says whose it is. */
function rowButtons({ cells, actions = [] }: Row, isAlone: boolean, drawing: Drawing): readonly InlineKeyboardButton[] {
  const [first = ''] = cells;
  const name = oneLine(first, 24);
  return actions
    .filter(({ asks }) => asks === undefined)
    .map(action =>
      button(isAlone || action.label.includes(first) ? action.label : `${action.label} ${name}`, action, drawing),
    );
}

/** The buttons of actions that belong to no row. */
function endingOf(view: View, drawing: Drawing): readonly InlineKeyboardButton[] {
  return view
    .flatMap(block => (block.kind === 'actions' ? block.actions : []))
    .filter(({ asks }) => asks === undefined)
    .map(action => button(action.label, action, drawing));
}

/** What has to be written first is a command to type. */
function typedRuns(views: readonly View[], { look }: Drawing): readonly Run[] {
  const typed = views.flat().flatMap(block => {
    if (block.kind !== 'table') return block.kind === 'actions' ? asTyped(block.actions, true) : [];
    return asTyped(
      block.rows.flatMap(({ actions = [] }) => actions),
      isOne(block.rows),
    );
  });
  return [...new Set(typed)].slice(0, mostTyped).map(text => plain(`\n${oneLine(text, 150)}`));

  function asTyped(actions: readonly Action[], isFilled: boolean): readonly string[] {
    return actions.flatMap(action => {
      const command = action.asks && typedAs(action, look, isFilled);
      return command === undefined ? [] : [`${action.label}: ${command}`];
    });
  }
}

/** Is there one row alone that something can be done about? */
function isOne(rows: readonly Row[]): boolean {
  return rows.filter(({ actions = [] }) => actions.length > 0).length <= 1;
}

function button(label: string, { operation, input, confirm }: Action, { buttons }: Drawing): InlineKeyboardButton {
  const act = confirm === undefined ? 'do' : 'ask';
  return { text: oneLine(label, mostLabel), callback_data: buttons.data(act, { operation, input }) };
}

/** As many as one message takes, at least one. */
function fitting(items: readonly Item[], from: number, room: Room): readonly Item[] {
  let [chars, looks, lines] = [0, 0, 0];
  const end = items.findIndex((one, at) => {
    if (at < from) return false;
    chars += 1 + one.runs.reduce((sum, { text }) => sum + text.length, 0);
    looks += one.runs.filter(({ style }) => Object.keys(style).length > 0).length;
    lines += one.buttons.length > 0 ? 1 : 0;
    return at > from && (chars > room.chars || looks > room.looks || lines > room.lines);
  });
  return items.slice(from, end < 0 ? items.length : end);
}

/** Lines below each other; lines of code are one block. */
function joined(items: readonly Item[]): readonly Run[] {
  return items.flatMap(({ runs }, at) => {
    const [before, own] = [items[at - 1]?.runs[0]?.style.pre, runs[0]?.style.pre];
    if (at === 0) return runs;
    return [{ text: '\n', style: own !== undefined && before === own ? { pre: own } : {} }, ...runs];
  });
}

function pairs<T>(all: readonly T[]): readonly (readonly T[])[] {
  return all.flatMap((one, at) => (at % 2 === 0 ? [[one, ...all.slice(at + 1, at + 2)]] : []));
}

function isDifference(lines: readonly string[]): boolean {
  return lines.some(line => /^[-+]/.test(line)) && lines.every(line => /^(?:[-+ @\\…]|$)/.test(line));
}

function styleOf(tone: Line['tone']): Style {
  if (tone === undefined) return {};
  return tone === 'quiet' ? { italic: true } : { bold: true };
}

function clipped(line: string): string {
  return line.length <= 200 ? line : `${line.slice(0, beginningOf(line, 199))}…`;
}

function item(run: Run): Item {
  return { runs: [run], buttons: [] };
}

function plain(text: string): Run {
  return { text, style: {} };
}
