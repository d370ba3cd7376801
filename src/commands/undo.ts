/** `straylight undo`, and `/undo` in every chat: what turns changed in the workspace, and bringing it back. */
import type { Client } from '../api/client/client.ts';
import { fault } from '../domain/supervision/failure.ts';
import { oneLine } from '../domain/text/visible.ts';
import type { UndoChange, UndoDetails, UndoList, UndoOutcome, UndoTurn } from '../domain/undo/undo.ts';
import { columns, duration, type Io, jsonText, type Style, style } from './io.ts';

export interface UndoOptions {
  readonly agent: Pick<Client, 'undo'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
}

/** The turns that changed something. */
export async function listUndo({ agent, io, json, now }: UndoOptions): Promise<number> {
  const list = await agent.undo.list();
  for (const line of json ? [jsonText(list)] : listLines(list, now(), io.style)) io.out(line);
  return 0;
}

/** What one turn changed; `id` is its number as it was typed. */
export async function showUndo({ agent, io, json, now }: UndoOptions, id: string | number): Promise<number> {
  const shown = await seen(agent, numberOf(String(id)));
  for (const line of json ? [jsonText(shown)] : detailLines(shown, now(), io.style)) io.out(line);
  return 0;
}

/** Shows what it changed, and with `yes` restores it. Exit code 1: something was left as it is, or `yes` is missing. */
export async function applyUndo(
  options: UndoOptions,
  { id, overwrite = false }: { readonly id: string | number; readonly overwrite?: boolean },
  yes: boolean,
): Promise<number> {
  const { agent, io, json } = options;
  const turn = numberOf(String(id));
  if (!yes || !json) await showUndo(options, turn);
  if (!yes) {
    if (!json) io.out('Nothing was done. To continue, add --yes.');
    return 1;
  }
  const { outcome } = await agent.undo.apply({ id: turn, overwrite });
  for (const line of json ? [jsonText(outcome)] : outcomeLines(outcome)) io.out(line);
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
): Promise<string[]> {
  const [id = '', wish = ''] = words.trim().split(/\s+/);
  if (id === '') {
    const list = await agent.undo.list();
    const lines = list.turns.slice(0, mostInChat).flatMap(turn => shortLines(turn, now, given));
    const hint = list.turns.length === 0 ? [] : ['', '/undo N shows what turn N changed.'];
    return [...(lines.length > 0 ? lines : [none(list)]), ...list.notes, ...hint];
  }
  const turn = numberOf(id, inChat);
  if (wish === 'yes' || wish === 'overwrite')
    return [...outcomeLines((await agent.undo.apply({ id: turn, overwrite: wish === 'overwrite' })).outcome)];
  if (wish !== '') throw fault('invalid', `expected "yes" or "overwrite" after the number, got "${oneLine(wish, 40)}"`);
  const shown = await seen(agent, turn, inChat);
  const isOpen = shown.changes.some(({ standing }) => standing === 'ready');
  const conflicts = shown.changes.some(({ standing }) => standing === 'conflict');
  return [
    ...detailLines({ ...shown, changes: shown.changes.slice(0, mostInChat) }, now, given, mostDiffInChat),
    ...(shown.changes.length > mostInChat ? [`… and ${shown.changes.length - mostInChat} more`] : []),
    '',
    ...(isOpen ? [`/undo ${turn} yes restores this.`] : []),
    ...(conflicts ? [`/undo ${turn} overwrite also restores what was changed since.`] : []),
  ];
}

const inChat = '/undo';
const onCommandLine = '"straylight undo list"';

const mostInChat = 20;
const mostDiffInChat = 30;

async function seen(agent: Pick<Client, 'undo'>, id: number, lists = onCommandLine): Promise<UndoDetails> {
  const shown = await agent.undo.show({ id });
  if (!shown) throw fault('invalid', `there is no turn ${id} to undo; ${lists} lists them`);
  return shown;
}

function numberOf(text: string, lists = onCommandLine): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw fault('invalid', `expected the number of a turn, got "${oneLine(text, 40)}"; ${lists} lists them`);
  return Number(text);
}

function none({ isOn }: UndoList): string {
  return isOn ? 'No turn has changed the workspace yet.' : 'Undo is off ([undo] enabled in config.toml).';
}

function listLines(list: UndoList, now: number, { bold, warn }: Style): readonly string[] {
  const used = list.isOn ? [`Saved for undo: ${megabytes(list.usedBytes)}.`] : [];
  if (list.turns.length === 0) return [none(list), ...used];
  const rows = list.turns.map(turn => [
    String(turn.id),
    `${duration(now - turn.at)} ago`,
    countsOf(turn),
    turn.session.replace(/^session:/, ''),
    oneLine(turn.what.join(' '), 100),
  ]);
  return [
    ...columns([['TURN', 'WHEN', 'CHANGED', 'CONVERSATION', 'CALLS'], ...rows]).map((line, at) =>
      at === 0 ? bold(line) : line,
    ),
    ...list.notes.map(note => warn(oneLine(note, 400))),
    ...used,
  ];
}

function shortLines(turn: UndoTurn, now: number, { bold }: Style): readonly string[] {
  return [
    bold(`${turn.id} · ${duration(now - turn.at)} ago · ${countsOf(turn)}`),
    ...turn.what.map(what => `  ${oneLine(what, 160)}`),
  ];
}

function countsOf({ added, changed, deleted }: UndoTurn): string {
  const counts = [
    added > 0 ? `${added} added` : '',
    changed > 0 ? `${changed} changed` : '',
    deleted > 0 ? `${deleted} deleted` : '',
  ];
  return counts.filter(text => text !== '').join(', ');
}

function detailLines(
  details: UndoDetails,
  now: number,
  given: Style,
  mostDiff = Number.POSITIVE_INFINITY,
): readonly string[] {
  const { bold, dim, warn } = given;
  let room = mostDiff;
  const changes = details.changes.flatMap(change => {
    const diff = (change.diff ?? []).slice(0, Math.max(0, room));
    room -= diff.length;
    const cut = (change.diff?.length ?? 0) - diff.length;
    return [
      changeLine(change, given),
      ...diff.map(line => `    ${oneLine(line, 200)}`),
      ...(cut > 0 ? [dim(`    (${cut} more lines)`)] : []),
    ];
  });
  return [
    bold(`Turn ${details.id}, ${duration(now - details.at)} ago: ${countsOf(details)}`),
    ...details.what.map(what => `  ${oneLine(what, 200)}`),
    ...details.notes.map(note => warn(oneLine(note, 400))),
    ...changes,
    ...(details.more > 0 ? [dim(`… and ${details.more} more`)] : []),
  ];
}

const marks = { added: '+', changed: '~', deleted: '-', mode: '=', type: '!' } as const;

function changeLine({ path, what, before, after, standing, why }: UndoChange, { warn, dim }: Style): string {
  const kinds =
    before !== undefined && after !== undefined && before !== after ? `${before} → ${after}` : (before ?? after ?? '');
  const line = `${marks[what]} ${oneLine(path, 200)}  ${oneLine(kinds, 200)}`;
  if (standing === 'done') return dim(`${line}  (already restored)`);
  if (standing === 'ready') return line;
  return warn(`${line}  ${standing === 'conflict' ? 'CONFLICT' : 'LOST'}: ${why ?? ''}`);
}

function outcomeLines({ id, restored, left }: UndoOutcome): readonly string[] {
  const done =
    restored === 0 ? 'Nothing was restored.' : `Restored: ${restored === 1 ? '1 path' : `${restored} paths`}.`;
  return [
    id === undefined || restored === 0 ? done : `${done} To undo this, use number ${id}.`,
    ...left.slice(0, 20).map(({ path, why }) => `Not restored: ${oneLine(path, 200)} ${why}.`),
    ...(left.length > 20 ? [`… and ${left.length - 20} more.`] : []),
  ];
}

function megabytes(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1_024)} KB` : `${Math.round(bytes / 2 ** 20)} MB`;
}
