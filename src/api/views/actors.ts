/** Actors as they are shown: a list, one of them, its journal and its state. */

import { leafWords } from '../../domain/supervision/state-words.ts';
import type { ActorRow, JournalEntry } from '../../domain/supervision/view.ts';
import { ago, duration, until } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Json } from '../../domain/text/json.ts';
import { type Language, ownWords } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Look, lines, type Row, type View } from '../view.ts';
import { actionsOn } from './actor-acts.ts';

/** Some actors, at an instant (UTC epoch ms). */
export interface ListedActors {
  readonly actors: readonly ActorRow[];
  readonly now: number;
  /** So many more were left out: they are at rest. */
  readonly resting: number;
}

/** One actor, what it needs its owner for, and its last steps. */
export interface ShownActor {
  readonly actor: ActorRow;
  readonly now: number;
  readonly needs: readonly string[];
  readonly steps: readonly JournalEntry[];
}

const en = {
  none: 'There are no actors yet.',
  allRest: 'Nothing runs, and nothing needs you.',
  resting: (count: number, all: string) => `${count} more at rest: ${all}`,
  absent: (id: string, all: string) => `there is no actor "${id}"; "${all}" lists all actors`,
  head: ['Actor', 'State', 'Since', 'Queued', 'Status'],
  status: { active: 'active', done: 'done', suspended: 'suspended', quarantined: 'quarantined', stopped: 'stopped' },
  rows: {
    state: 'State',
    machine: 'Machine',
    parent: 'Parent',
    last: 'Last event',
    timer: 'Timer',
    distrust: 'Untrusted content',
    waitsFor: 'Waiting for',
    needs: 'Needs you',
    error: 'Error',
  },
  state: (leaf: string, time: string, status: string) => `${leaf} for ${time}, ${status}`,
  machine: ({ machine, incarnation, rev, queued }: ActorRow) =>
    `${machine}, incarnation ${incarnation}, step ${rev}, ${queued} waiting`,
  steps: 'Last steps',
  from: (source: string) => `from ${source}`,
  earlier: (all: string) => `earlier steps are not shown; "${all}" prints all`,
};

const de: typeof en = {
  none: 'Es gibt noch keine Akteure.',
  allRest: 'Nichts läuft, und nichts braucht dich.',
  resting: (count, all) => `${count} weitere ruhen: ${all}`,
  absent: (id, all) => `es gibt keinen Akteur „${id}“; „${all}“ zeigt alle`,
  head: ['Akteur', 'Zustand', 'Seit', 'Wartet', 'Stand'],
  status: {
    active: 'aktiv',
    done: 'zu Ende',
    suspended: 'ausgesetzt',
    quarantined: 'in Quarantäne',
    stopped: 'angehalten',
  },
  rows: {
    state: 'Zustand',
    machine: 'Maschine',
    parent: 'Über ihm',
    last: 'Letztes Ereignis',
    timer: 'Uhr',
    distrust: 'Text von außen',
    waitsFor: 'Wartet auf',
    needs: 'Braucht dich',
    error: 'Fehler',
  },
  state: (leaf, time, status) => `${leaf} seit ${time}, ${status}`,
  machine: ({ machine, incarnation, rev, queued }) =>
    `${machine}, Leben ${incarnation}, Schritt ${rev}, ${queued} in der Schlange`,
  steps: 'Letzte Schritte',
  from: source => `von ${source}`,
  earlier: all => `frühere Schritte fehlen hier; „${all}“ schreibt alle`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/actors', { en, de });

export function actorsView({ actors, now, resting }: ListedActors, { language, typed, chat }: Look): View {
  const say = texts[language];
  const others =
    resting === 0
      ? []
      : [lines(say.resting(resting, typed(chat === undefined ? 'actors list' : 'actors all')), 'quiet')];
  if (actors.length === 0) return [lines(resting === 0 ? say.none : say.allRest), ...others];
  const rows = actors.map(
    (row): Row => ({
      cells: [
        oneLine(row.id, 80),
        oneLine(leafWords(row, language), 60),
        duration(now - row.since, language),
        String(row.queued),
        row.waitsFor === undefined
          ? say.status[row.status]
          : `${say.status[row.status]}: ${oneLine(row.waitsFor, 160)}`,
      ],
      actions: [{ label: oneLine(row.id, 80), operation: 'actors.show', input: { id: row.id } }],
    }),
  );
  return [{ kind: 'table', head: say.head, rows }, ...others];
}

export function actorView({ actor, now, needs, steps }: ShownActor, look: Look): View {
  const { language } = look;
  const say = texts[language];
  const { id, status, since, parent, last, timers, distrust, waitsFor, error } = actor;
  const { rows: names } = say;
  const facts: readonly (readonly [name: string, fact: string, tone?: Row['tone']])[] = [
    [names.state, say.state(leafWords(actor, language), duration(now - since, language), say.status[status])],
    [names.machine, say.machine(actor)],
    ...(parent === undefined ? [] : [[names.parent, parent] as const]),
    ...(last === undefined ? [] : [[names.last, `${last.type}, ${ago(now - last.at, language)}`] as const]),
    ...timers.map(({ event, at }) => [names.timer, `${event} ${until(at - now, language)}`] as const),
    ...(distrust === undefined ? [] : [[names.distrust, distrust] as const]),
    ...(waitsFor === undefined ? [] : [[names.waitsFor, waitsFor] as const]),
    ...needs.map(need => [names.needs, need, 'warn'] as const),
    ...(error === undefined ? [] : [[names.error, ownWords(error.message, language), 'warn'] as const]),
  ];
  const actions = actionsOn(actor, look);
  return [
    lines(oneLine(id, 200), 'strong'),
    { kind: 'table', rows: facts.map(([name, fact, tone]) => rowOf([name, oneLine(fact, 400)], tone)) },
    ...(steps.length === 0 ? [] : [lines(`\n${say.steps}`, 'strong')]),
    {
      kind: 'table',
      rows: steps.map(step => rowOf([...stepCells(step), ago(now - step.at, language)])),
    },
    ...(actions.length === 0 ? [] : [{ kind: 'actions' as const, actions }]),
  ];
}

export function journalView(
  { entries, next }: { readonly entries: readonly JournalEntry[]; readonly next?: number | undefined },
  { language, typed }: Look,
  { id }: { readonly id: string },
): View {
  const say = texts[language];
  const rows = entries.map(entry => {
    const [seq = '', ...others] = stepCells(entry);
    const at = new Date(entry.at).toISOString().replace('T', ' ').slice(0, 23);
    return rowOf([seq, at, ...others, entry.source === undefined ? '' : say.from(oneLine(entry.source, 80))]);
  });
  const earlier = next === undefined ? [] : [lines(say.earlier(typed(`actors export ${oneLine(id, 120)}`)), 'quiet')];
  return [...earlier, { kind: 'table', rows }];
}

export function snapshotView({ snapshot }: { readonly snapshot: Json }): View {
  return [{ kind: 'code', lines: JSON.stringify(snapshot, null, 2).split('\n') }];
}

/** There is no actor of this address, or no more. */
export function noActor({ id }: { readonly id: string }, { language, typed, chat }: Look): string {
  return texts[language].absent(oneLine(id, 120), typed(chat === undefined ? 'actors list' : 'actors all'));
}

/** `#3`, the event, and where it led. */
function stepCells({ seq, event, leaf = '' }: JournalEntry): readonly string[] {
  return [`#${seq}`, oneLine(event.type, 80), `→ ${oneLine(leaf, 80)}`];
}

function rowOf(cells: readonly string[], tone?: Row['tone']): Row {
  return tone === undefined ? { cells } : { cells, tone };
}
