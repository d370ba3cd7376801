/** What is said of tasks, in each language the agent speaks. */
import type { Priority } from '../../domain/conversation/turn-terms.ts';
import type { TaskState } from '../../domain/tasks/task.ts';
import type { Language } from '../../domain/text/texts.ts';

type By<Key extends string> = Readonly<Record<Key, string>>;

const en = {
  taken: (id: number) => `Task ${id} is taken. You are told what comes of it; /tasks ${id} shows how it stands.`,
  how: '/tasks N shows one, /tasks cancel N ends one, /tasks add TEXT gives one.',
  none: 'There are no tasks. "/tasks add TEXT" gives one.',
  noneGiven: 'There are no tasks. "straylight tasks add TEXT" gives one.',
  columns: ['TASK', 'STATE', 'PRIORITY', 'GIVEN', 'TEXT'] as readonly string[],
  given: (id: number, state: string) => `Task ${id} (${state}). "straylight tasks show ${id}" shows what comes of it.`,
  notRunning: 'Straylight is not running; the task goes on with its next start.',
  missing: (wanted: string) => `There is no task "${wanted}"; /tasks lists them.`,
  states: {
    queued: 'queued',
    running: 'running',
    waiting: 'waits for you',
    paused: 'paused: no budget left',
    done: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
    expired: 'deadline passed',
  } as By<TaskState>,
  priorities: { low: 'low', normal: 'normal', high: 'high', critical: 'critical' } as By<Priority>,
  ends: (time: string) => `, ends in ${time}`,
  by: (who: string) => `by ${who}`,
  in: (place: string) => `in ${place}`,
  tokens: (count: number) => `${count} tokens`,
  rows: {
    task: 'Task',
    text: 'Text',
    state: 'State',
    given: 'Given',
    priority: 'Priority',
    key: 'Key',
    parent: 'Part of',
    children: 'Beneath',
    approvals: 'Waits for',
    session: 'In',
    used: 'Used',
  },
};

/** What is said of tasks. */
export type TaskTexts = typeof en;

const de: TaskTexts = {
  taken: id => `Aufgabe ${id} ist angenommen. Du erfährst, was daraus wird; /tasks ${id} zeigt ihren Stand.`,
  how: '/tasks N zeigt eine, /tasks cancel N beendet eine, /tasks add TEXT gibt eine.',
  none: 'Es gibt keine Aufgaben. „/tasks add TEXT“ gibt eine.',
  noneGiven: 'Es gibt keine Aufgaben. „straylight tasks add TEXT“ gibt eine.',
  columns: ['AUFGABE', 'STAND', 'VORRANG', 'GEGEBEN', 'WORTLAUT'],
  given: (id, state) => `Aufgabe ${id} (${state}). „straylight tasks show ${id}“ zeigt, was daraus wird.`,
  notRunning: 'Straylight läuft nicht; die Aufgabe geht mit seinem nächsten Start weiter.',
  missing: wanted => `Es gibt keine Aufgabe „${wanted}“; /tasks zeigt alle.`,
  states: {
    queued: 'in der Schlange',
    running: 'läuft',
    waiting: 'wartet auf dich',
    paused: 'pausiert: kein Budget mehr',
    done: 'erledigt',
    failed: 'fehlgeschlagen',
    cancelled: 'abgebrochen',
    expired: 'Frist vorbei',
  },
  priorities: { low: 'niedrig', normal: 'mittel', high: 'hoch', critical: 'dringend' },
  ends: time => `, endet in ${time}`,
  by: who => `von ${who}`,
  in: place => `aus ${place}`,
  tokens: count => `${count} Tokens`,
  rows: {
    task: 'Aufgabe',
    text: 'Wortlaut',
    state: 'Stand',
    given: 'Gegeben',
    priority: 'Vorrang',
    key: 'Schlüssel',
    parent: 'Teil von',
    children: 'Darunter',
    approvals: 'Wartet auf',
    session: 'Läuft in',
    used: 'Verbraucht',
  },
};

const byLanguage: Readonly<Record<Language, TaskTexts>> = { en, de };

/** In the language in which the agent speaks to its owner. */
export function taskTexts(language: Language): TaskTexts {
  return byLanguage[language];
}
