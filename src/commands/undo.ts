/** `straylight undo`, and `/undo` in every chat: what turns changed in the workspace, and bringing it back. */
import type { Client } from '../api/client/client.ts';
import { fault } from '../domain/supervision/failure.ts';
import { ago } from '../domain/text/ago.ts';
import { type Language, ownWords } from '../domain/text/texts.ts';
import { oneLine } from '../domain/text/visible.ts';
import type { UndoChange, UndoDetails, UndoList, UndoOutcome, UndoTurn } from '../domain/undo/undo.ts';
import { changeWords, deedsOf, doneWords, restoredOf, restoreWords } from '../domain/undo/undo-words.ts';
import { columns, jsonText, type Style, style, type TimedCommand } from './io.ts';
import { type UndoTexts, undoTexts } from './undo-texts.ts';

/** In a chat other commands are named than on the command line. */
function typedTexts(language: Language = 'en'): UndoTexts {
  const { missingTyped, wantsNumberTyped, ...texts } = undoTexts(language);
  return { ...texts, missingTyped, wantsNumberTyped, missing: missingTyped, wantsNumber: wantsNumberTyped };
}

/** The turns that changed something. */
export async function listUndo({ agent, io, json, now }: TimedCommand<'undo'>): Promise<number> {
  const list = await agent.undo.list();
  for (const line of json ? [jsonText(list)] : listLines(list, now(), io.style, io.language)) io.out(line);
  return 0;
}

/** What one turn changed; `id` is its number as it was typed. */
export async function showUndo({ agent, io, json, now }: TimedCommand<'undo'>, id: string | number): Promise<number> {
  const texts = typedTexts(io.language);
  const shown = await seen(agent, numberOf(String(id), texts), texts);
  for (const line of json ? [jsonText(shown)] : detailLines(shown, now(), io.style, io.language ?? 'en')) io.out(line);
  return 0;
}

/** Shows what it changed, and with `yes` restores it. Exit code 1: something was left as it is, or `yes` is missing. */
export async function applyUndo(
  options: TimedCommand<'undo'>,
  { id, overwrite = false }: { readonly id: string | number; readonly overwrite?: boolean },
  yes: boolean,
): Promise<number> {
  const { agent, io, json } = options;
  const language = io.language ?? 'en';
  const texts = typedTexts(language);
  const turn = numberOf(String(id), texts);
  const shown = await seen(agent, turn, texts);
  if (!json) for (const line of detailLines(shown, options.now(), io.style, language)) io.out(line);
  if (!yes && json) io.out(jsonText(shown));
  if (!yes) {
    if (!json) io.out(texts.addYes);
    return 1;
  }
  const { outcome } = await agent.undo.apply({ id: turn, overwrite });
  for (const line of json
    ? [jsonText(outcome)]
    : outcomeLines(outcome, doneWords(shown, outcome, overwrite, language), language))
    io.out(line);
  return outcome.left.length === 0 ? 0 : 1;
}

/**
 * What `/undo`, `/undo 12`, `/undo 12 yes` and `/undo 12 overwrite` answer in a chat: narrow, since that may be on a
 * telephone.
 */
export async function undoText(
  agent: Pick<Client, 'undo'>,
  words: string,
  now: number,
  given: Style = style(false),
  language: Language = 'en',
): Promise<string[]> {
  const texts = undoTexts(language);
  const [id = '', wish = ''] = words.trim().split(/\s+/);
  if (id === '') {
    const list = await agent.undo.list();
    const lines = list.turns.slice(0, mostInChat).flatMap(turn => shortLines(turn, now, given, language));
    const hint = list.turns.length === 0 ? [] : ['', texts.how];
    return [...(lines.length > 0 ? lines : [none(list, texts)]), ...list.notes, ...hint];
  }
  const turn = numberOf(id, texts);
  const isWish = ['yes', 'ja', 'overwrite'].includes(wish);
  if (wish !== '' && !isWish) throw fault('invalid', texts.takes(oneLine(wish, 40)));
  const shown = await seen(agent, turn, texts);
  if (isWish) {
    const overwrite = wish === 'overwrite';
    const { outcome } = await agent.undo.apply({ id: turn, overwrite });
    return [...outcomeLines(outcome, doneWords(shown, outcome, overwrite, language), language)];
  }
  const isOpen = shown.changes.some(({ standing }) => standing === 'ready');
  const conflicts = shown.changes.some(({ standing }) => standing === 'conflict');
  return [
    ...detailLines({ ...shown, changes: shown.changes.slice(0, mostInChat) }, now, given, language, mostDiffInChat),
    ...(shown.changes.length > mostInChat ? [texts.more(shown.changes.length - mostInChat)] : []),
    '',
    ...(isOpen ? [texts.toRestore(turn, restoreWords(restoredOf(shown, false) ?? [], language, 'does'))] : []),
    ...(conflicts ? [texts.toOverwrite(turn)] : []),
  ];
}

const mostInChat = 20;
const mostDiffInChat = 30;

async function seen(agent: Pick<Client, 'undo'>, id: number, texts: UndoTexts): Promise<UndoDetails> {
  const shown = await agent.undo.show({ id });
  if (!shown) throw fault('invalid', texts.missing(id));
  return shown;
}

function numberOf(text: string, texts: UndoTexts): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw fault('invalid', texts.wantsNumber(oneLine(text, 40)));
  return Number(text);
}

function none({ isOn }: UndoList, texts: UndoTexts): string {
  return isOn ? texts.none : texts.off;
}

function listLines(list: UndoList, now: number, { bold, warn }: Style, language: Language = 'en'): readonly string[] {
  const texts = undoTexts(language);
  const used = list.isOn ? [texts.saved(megabytes(list.usedBytes))] : [];
  if (list.turns.length === 0) return [none(list, texts), ...used];
  const rows = list.turns.map(turn => [
    String(turn.id),
    ago(now - turn.at, language),
    texts.counts(turn),
    turn.session.replace(/^session:/, ''),
    oneLine(deedsOf(turn, language).join(' '), 100),
  ]);
  return [
    ...columns([texts.columns, ...rows]).map((line, at) => (at === 0 ? bold(line) : line)),
    ...list.notes.map(note => warn(oneLine(note, 400))),
    ...used,
  ];
}

function shortLines(turn: UndoTurn, now: number, { bold }: Style, language: Language): readonly string[] {
  return [
    bold(`${turn.id} · ${ago(now - turn.at, language)} · ${undoTexts(language).counts(turn)}`),
    ...deedsOf(turn, language).map(what => `  ${oneLine(what, 160)}`),
  ];
}

function detailLines(
  details: UndoDetails,
  now: number,
  given: Style,
  language: Language,
  mostDiff = Number.POSITIVE_INFINITY,
): readonly string[] {
  const { bold, dim, warn } = given;
  const texts = undoTexts(language);
  let room = mostDiff;
  const changes = details.changes.flatMap(change => {
    const diff = (change.diff ?? []).slice(0, Math.max(0, room));
    room -= diff.length;
    const cut = (change.diff?.length ?? 0) - diff.length;
    return [
      changeLine(change, given, language),
      ...diff.map(line => `    ${oneLine(line, 200)}`),
      ...(cut > 0 ? [dim(`    ${texts.moreLines(cut)}`)] : []),
    ];
  });
  return [
    bold(texts.turn(details.id, ago(now - details.at, language), texts.counts(details))),
    ...deedsOf(details, language).map(what => `  ${oneLine(what, 200)}`),
    ...details.notes.map(note => warn(oneLine(note, 400))),
    ...changes,
    ...(details.more > 0 ? [dim(texts.more(details.more))] : []),
  ];
}

const marks = { added: '+', changed: '~', deleted: '-', mode: '=', type: '!' } as const;

function changeLine(change: UndoChange, { warn, dim }: Style, language: Language): string {
  const texts = undoTexts(language);
  const { path, what, standing, why } = change;
  const line = `${marks[what]} ${oneLine(path, 200)}  ${oneLine(changeWords(change, language), 200)}`;
  if (standing === 'done') return dim(`${line}  (${texts.done})`);
  if (standing === 'ready') return line;
  return warn(`${line}  ${standing === 'conflict' ? texts.conflict : texts.lost}: ${ownWords(why ?? '', language)}`);
}

function outcomeLines({ id, restored, left }: UndoOutcome, words: string, language: Language): readonly string[] {
  const texts = undoTexts(language);
  const done = restored === 0 ? texts.nothing : texts.restored(restored, words);
  return [
    id === undefined || restored === 0 ? done : `${done}${texts.toUndo(id)}`,
    ...left.slice(0, 20).map(({ path, why }) => texts.left(oneLine(path, 200), ownWords(why, language))),
    ...(left.length > 20 ? [`${texts.more(left.length - 20)}.`] : []),
  ];
}

function megabytes(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1_024)} KB` : `${Math.round(bytes / 2 ** 20)} MB`;
}
