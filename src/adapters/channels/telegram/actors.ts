/** `/actors` and `/actor NAME`: what is not at rest, and one actor with the acts it takes. */
import { hash } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import { type LetGo, mayStartFresh, type RestartPreview, verbsFor } from '../../../domain/supervision/admin.ts';
import type { ActorRow, JournalEntry, StateBatch } from '../../../domain/supervision/view.ts';
import type { Json } from '../../../domain/text/json.ts';
import { oneRow } from '../../../domain/text/visible.ts';
import type { ActorAct, ActorTexts } from './actor-texts.ts';
import type { Run } from './outgoing/inline.ts';

/** A message with buttons. */
export interface ActorPage {
  readonly runs: readonly Run[];
  readonly buttons: readonly (readonly InlineKeyboardButton[])[];
}

/** A button of an actor: what it does, the step that was on screen, and the step a rewind leads to. */
export interface ActorButton {
  /** The beginning of the hash of its address: addresses may be longer than Telegram lets a button say. */
  readonly name: string;
  /** `show`: as a new message; `look`: in this one. `isSure`: asked twice. */
  readonly act: ActorAct | 'show' | 'look';
  readonly isSure: boolean;
  readonly rev: number;
  readonly to?: number;
}

/** What `/actors` names, and how many steps `/actor` shows. */
const mostActors = 12;
export const mostSteps = 6;

/** The actors that are not at rest or need the owner; those that need him first, then the longest in their state. */
export function actorsPage(
  { actors, needs, now }: Pick<StateBatch, 'actors' | 'needs' | 'now'>,
  words: ActorTexts,
): ActorPage {
  const needed = new Set(needs.map(({ id }) => id));
  const isNeedy = (one: ActorRow) => needed.has(one.id) || one.status !== 'active' || one.tags.includes('attention');
  const shown = actors
    .filter(one => one.status !== 'done' && one.status !== 'stopped')
    .filter(one => isNeedy(one) || !one.tags.includes('resting'))
    .toSorted((a, b) => Number(isNeedy(b)) - Number(isNeedy(a)) || a.since - b.since);
  if (shown.length === 0) return { runs: [{ text: words.none, style: {} }], buttons: [] };
  const first = shown.slice(0, mostActors);
  return {
    runs: [
      { text: words.some(shown.length), style: { bold: true } },
      ...first.flatMap((one): Run[] => [
        { text: `\n\n${isNeedy(one) ? '❗ ' : ''}`, style: {} },
        { text: oneRow(one.id, 120), style: { code: true } },
        { text: `\n${words.state(one.leaf, ago(now - one.since), one.status)}`, style: {} },
        ...waits(one),
      ]),
      ...(shown.length > mostActors
        ? [{ text: `\n\n${words.more(shown.length - mostActors)}`, style: {} } as const]
        : []),
    ],
    buttons: first.map(one => [{ text: oneRow(one.id, 60), callback_data: buttonData(one, 'show') }]),
  };
}

/** One actor: its state, its last steps, and a button for each act its status takes. */
export function actorPage(
  one: ActorRow,
  { now, need, steps }: { readonly now: number; readonly need?: string; readonly steps: readonly JournalEntry[] },
  words: ActorTexts,
): ActorPage {
  const takes = verbsFor(one.status, one.id);
  const offered = buttons.filter(act => (act === 'fresh' ? mayStartFresh(one.status, one.id) : takes[act] === true));
  const cells = offered.map(act => ({ text: words.acts[act], callback_data: buttonData(one, act) }));
  const pairs = cells.flatMap((cell, at) => (at % 2 === 0 ? [[cell, ...cells.slice(at + 1, at + 2)]] : []));
  const trouble = need ?? one.error?.message;
  return {
    runs: [
      ...heading(one),
      { text: `\n${words.state(one.leaf, ago(now - one.since), one.status)}`, style: {} },
      ...waits(one),
      { text: `\n${words.machine(one.machine, one.incarnation, one.rev, one.queued)}`, style: {} },
      ...(trouble === undefined
        ? []
        : [
            { text: `\n${words.needs}: `, style: { bold: true } } as const,
            { text: oneRow(trouble, 400), style: {} } as const,
          ]),
      ...(steps.length === 0 ? [] : [{ text: `\n\n${words.steps}`, style: { bold: true } } as const]),
      ...steps.map(
        (step): Run => ({
          text: `\n#${step.seq} ${oneRow(step.event.type, 80)} → ${oneRow(leafText(step.to), 60)} (${ago(now - step.at)})`,
          style: {},
        }),
      ),
    ],
    buttons: [...pairs, [{ text: words.look, callback_data: buttonData(one, 'look') }]],
  };
}

/** What a conversation waits for, and until when. */
function waits({ waitsFor }: ActorRow): readonly Run[] {
  return waitsFor === undefined ? [] : [{ text: `\n${oneRow(waitsFor, 300)}`, style: {} }];
}

/** What an act would do, and the button that does it. */
export function surePage(
  one: ActorRow,
  act: ActorAct,
  preview: RestartPreview | undefined,
  to: number | undefined,
  words: ActorTexts,
): ActorPage {
  const lines = preview === undefined ? [] : previewLines(preview, act, words);
  return {
    runs: [
      ...heading(one),
      ...lines.map((line): Run => ({ text: `\n${oneRow(line, 400)}`, style: {} })),
      { text: `\n\n${words.sure[act] ?? ''}`, style: { bold: true } },
    ],
    buttons: [
      [{ text: words.yes(act, to), callback_data: buttonData(one, act, { isSure: true, to }), style: 'danger' }],
      [{ text: words.back, callback_data: buttonData(one, 'look') }],
    ],
  };
}

function previewLines(
  { again, notAgain, fresh, stop }: RestartPreview,
  act: ActorAct,
  words: ActorTexts,
): readonly string[] {
  if (act === 'fresh') return letGoLines(fresh, words);
  if (act === 'stop') return letGoLines(stop, words);
  const lines = [...(again.length > 0 ? [words.again(again.join(', '))] : []), ...notAgain.map(words.notAgain)];
  return lines.length > 0 ? lines : [words.nothingUnderWay];
}

function letGoLines(left: LetGo | undefined, words: ActorTexts): readonly string[] {
  if (!left) return [];
  const { letsGo } = words;
  const { questions = 0 } = left;
  return [
    ...left.messages.map(letsGo.message),
    ...left.unbegun.map(letsGo.unbegun),
    ...left.cut.map(letsGo.cut),
    ...(questions > 0 ? [letsGo.questions(questions)] : []),
  ];
}

/** What a button of an actor says to us: `v:`, its name, a letter and the step that was on screen. */
function buttonData(
  { id, rev }: Pick<ActorRow, 'id' | 'rev'>,
  act: ActorButton['act'],
  { isSure = false, to }: { readonly isSure?: boolean; readonly to?: number | undefined } = {},
): string {
  const letter = isSure ? letters[act].toUpperCase() : letters[act];
  return `v:${nameOf(id)}${letter}${rev.toString(36)}${to === undefined ? '' : `.${to.toString(36)}`}`;
}

/** Reads such a button; undefined for what is none. */
export function actorButton(data: string): ActorButton | undefined {
  const [, name = '', letter = '', rev = '', to] =
    /^v:([\w-]{8})([A-Za-z])([0-9a-z]{1,10})(?:\.([0-9a-z]{1,10}))?$/.exec(data) ?? [];
  const found = Object.entries(letters).find(([, one]) => one === letter.toLowerCase());
  if (!found) return undefined;
  return {
    name,
    act: found[0] as ActorButton['act'],
    isSure: letter !== letter.toLowerCase(),
    rev: Number.parseInt(rev, 36),
    to: to === undefined ? undefined : Number.parseInt(to, 36),
  };
}

/** An address as a button names it. */
export function nameOf(address: string): string {
  return hash('sha256', address, 'base64url').slice(0, 8);
}

/** `rewind` has none: it wants a step. */
const buttons = ['resume', 'release', 'retry', 'suspend', 'restart', 'fresh', 'quarantine', 'stop'] as const;

const letters: Readonly<Record<ActorButton['act'], string>> = {
  show: 'o',
  look: 'b',
  suspend: 's',
  resume: 'u',
  retry: 't',
  restart: 'r',
  fresh: 'f',
  rewind: 'w',
  stop: 'x',
  quarantine: 'q',
  release: 'l',
};

function heading({ id }: ActorRow): Run[] {
  return [{ text: oneRow(id, 200), style: { code: true } }];
}

function ago(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/** The innermost active states of a state value, dotted. */
function leafText(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key}.${leafText(inner)}`)
    .join(' + ');
}
