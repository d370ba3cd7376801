/** How coding workers and their work are shown. */
import { catalog } from '../../../domain/text/catalog.ts';
import { elapsedText } from '../../../domain/text/elapsed-text.ts';
import { defined } from '../../../domain/text/json.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { exactlyWithTabs, oneRow } from '../../../domain/text/visible.ts';
import { workTexts } from '../../../domain/workers/texts.ts';
import {
  isWorkOver,
  type ShownWork,
  type WorkDetails,
  type WorkerProfile,
  type WorkState,
} from '../../../domain/workers/worker.ts';
import { type Block, type Look, lines, type Row, type View } from '../../view.ts';

type Listed = {
  readonly workers: readonly Pick<WorkerProfile, 'name' | 'kind' | 'minutes' | 'network'>[];
  readonly work: readonly ShownWork[];
};

export function workList({ workers, work }: Listed, look: Look): View {
  const say = texts[look.language];
  const known: Block =
    workers.length === 0
      ? lines(say.noWorkers)
      : {
          kind: 'table',
          head: say.workers,
          rows: workers.map(({ name, kind, minutes, network }) => ({
            cells: [name, kind, String(minutes), network.length === 0 ? say.noNetwork : network.join(', ')],
          })),
        };
  if (work.length === 0) return workers.length === 0 ? [known] : [known, lines(say.none)];
  return [known, { kind: 'table', head: say.columns, rows: work.map(one => rowOf(one, look)) }];
}

export function workState({ work }: { readonly work: ShownWork }, look: Look): View {
  return [{ kind: 'table', rows: [rowOf(work, look)] }];
}

/** So much of a diff is shown here; its card shows all. */
const mostLines = 400;

export function workDetails({ work, lines: written, diff, conflicts, checks }: WorkDetails, look: Look): View {
  const say = texts[look.language];
  const all = diff === '' ? [] : diff.split('\n');
  const more = all.length - mostLines;
  return [
    ...workState({ work }, look),
    lines(work.task),
    ...checks.map(({ text, outcome }) => lines(say.check(text, outcome))),
    ...conflicts.map(line => lines(say.conflict(line), 'warn')),
    ...(written.length === 0
      ? []
      : [lines(say.lately, 'quiet'), { kind: 'code', lines: written.slice(-20).map(exactlyWithTabs) } as const]),
    ...(all.length === 0 ? [] : [{ kind: 'code', lines: all.slice(0, mostLines).map(exactlyWithTabs) } as const]),
    ...(more > 0 ? [lines(say.more(more), 'quiet')] : []),
  ];
}

export function noWork({ id }: { readonly id: number }, { language, typed }: Look): string {
  return texts[language].absent(id, typed('workers list'));
}

function rowOf(work: ShownWork, { language, now }: Look): Row {
  const say = texts[language];
  const { id, worker, folder, state, startedAt, endedAt, stat, task } = work;
  const act = (name: 'show' | 'stop' | 'accept' | 'reject') => ({
    label: say.acts[name],
    operation: `workers.${name}`,
    input: { id },
  });
  const acts =
    state === 'review'
      ? [act('show'), act('accept'), act('reject')]
      : isWorkOver(state)
        ? [act('show')]
        : [act('show'), act('stop')];
  return {
    cells: [
      String(id),
      worker,
      folder,
      say.states[state],
      elapsedText((endedAt ?? now) - startedAt),
      stat === null ? '' : workTexts[language].lines(stat),
      oneRow(task, 80),
    ],
    actions: acts,
    ...defined({ tone: state === 'failed' || state === 'unknown' ? ('warn' as const) : undefined }),
  };
}

const en = {
  noWorkers: 'There are no coding workers. One is a table [workers.NAME] of config.toml.',
  none: 'No work was given to a coding worker yet.',
  workers: ['Worker', 'Kind', 'Minutes', 'Network'] as readonly string[],
  noNetwork: 'none',
  columns: ['N', 'WORKER', 'FOLDER', 'STATE', 'TIME', 'DIFF', 'WORK'] as readonly string[],
  states: {
    preparing: 'being prepared',
    working: 'at work',
    asking: 'asks for your approval',
    lost: 'asks whether to begin again',
    review: 'waits for your answer',
    merging: 'is being merged',
    accepted: 'accepted',
    rejected: 'rejected',
    unchanged: 'without a change',
    stopped: 'stopped',
    failed: 'failed',
    unknown: 'unknown',
  } as Readonly<Record<WorkState, string>>,
  acts: { show: 'Show', stop: 'Stop', accept: 'Accept', reject: 'Reject' },
  check: (text: string, outcome: string) => `Check “${text}”: ${outcome}`,
  conflict: (line: string) => `It does not fit the folder as that is now: ${line}`,
  lately: 'What its program said last:',
  more: (count: number) => `${count} more lines are on its card.`,
  absent: (id: number, list: string) => `there is no work ${id}; “${list}” lists all`,
};

const de: typeof en = {
  noWorkers: 'Es gibt keine Programmierer. Einer ist eine Tabelle [workers.NAME] in config.toml.',
  none: 'Noch wurde keinem Programmierer eine Arbeit gegeben.',
  workers: ['Programmierer', 'Art', 'Minuten', 'Netz'],
  noNetwork: 'keines',
  columns: ['N', 'PROGRAMMIERER', 'ORDNER', 'STAND', 'ZEIT', 'UNTERSCHIED', 'ARBEIT'],
  states: {
    preparing: 'wird vorbereitet',
    working: 'bei der Arbeit',
    asking: 'bittet um deine Freigabe',
    lost: 'fragt, ob neu begonnen wird',
    review: 'wartet auf deine Antwort',
    merging: 'wird übernommen',
    accepted: 'übernommen',
    rejected: 'verworfen',
    unchanged: 'ohne Änderung',
    stopped: 'angehalten',
    failed: 'fehlgeschlagen',
    unknown: 'unbekannt',
  },
  acts: { show: 'Zeigen', stop: 'Anhalten', accept: 'Übernehmen', reject: 'Verwerfen' },
  check: (text, outcome) => `Prüfung „${text}“: ${outcome}`,
  conflict: line => `Es passt nicht zum Ordner, wie er jetzt ist: ${line}`,
  lately: 'Was sein Programm zuletzt sagte:',
  more: count => `${count} weitere Zeilen stehen auf seiner Karte.`,
  absent: (id, list) => `es gibt keine Arbeit ${id}; „${list}“ listet alle auf`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/workers/workers', { en, de });
