/** How processes are shown. */
import type { ProcessLog, ProcessRow, ProcessState } from '../../../domain/processes/process.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog, type Language } from '../../../domain/text/catalog.ts';
import { exactlyWithTabs, oneRow } from '../../../domain/text/visible.ts';
import { type Look, lines, type Row, type View } from '../../view.ts';

export function processList({ processes }: { readonly processes: readonly ProcessRow[] }, look: Look): View {
  const say = texts[look.language];
  if (processes.length === 0) return [lines(say.none)];
  return [{ kind: 'table', head: say.columns, rows: processes.map(one => rowOf(one, look)) }];
}

export function processState({ process }: { readonly process: ProcessRow }, look: Look): View {
  return [{ kind: 'table', rows: [rowOf(process, look)] }];
}

export function processLog({ process, lines: written, before }: ProcessLog, look: Look): View {
  const say = texts[look.language];
  return [
    ...processState({ process }, look),
    ...(before > 0 ? [lines(say.before(before), 'quiet')] : []),
    written.length === 0 ? lines(say.nothing, 'quiet') : { kind: 'code', lines: written.map(exactlyWithTabs) },
  ];
}

export function noProcess({ id }: { readonly id: number }, { language, typed }: Look): string {
  return texts[language].absent(id, typed('processes list'));
}

function rowOf({ id, state, command, session, startedAt, exitCode }: ProcessRow, { language, now }: Look): Row {
  const say = texts[language];
  const ended = state === 'exited' && exitCode !== null ? say.exited(exitCode) : say.states[state];
  const log = { label: say.log, operation: 'processes.log', input: { id } };
  const stop = { label: say.stop, operation: 'processes.stop', input: { id } };
  return {
    cells: [String(id), ended, ago(now - startedAt, language), session.replace(/^session:/, ''), oneRow(command, 160)],
    actions: state === 'running' ? [log, stop] : [log],
  };
}

const en = {
  none: 'There are no processes.',
  columns: ['N', 'STATE', 'STARTED', 'CONVERSATION', 'COMMAND'] as readonly string[],
  states: { running: 'running', exited: 'ended', stopped: 'stopped', lost: 'ended with Straylight' } as Readonly<
    Record<ProcessState, string>
  >,
  exited: (code: number) => `ended, exit code ${code}`,
  log: 'Log',
  stop: 'Stop',
  nothing: 'It has written nothing, or that is not kept any more.',
  before: (count: number) => `${count} lines before these`,
  absent: (id: number, list: string) => `there is no process ${id}; “${list}” lists all`,
};

const de: typeof en = {
  none: 'Es gibt keine Prozesse.',
  columns: ['N', 'STAND', 'GESTARTET', 'GESPRÄCH', 'BEFEHL'],
  states: { running: 'läuft', exited: 'zu Ende', stopped: 'angehalten', lost: 'endete mit Straylight' },
  exited: code => `zu Ende, Exit-Code ${code}`,
  log: 'Ausgabe',
  stop: 'Anhalten',
  nothing: 'Er hat nichts geschrieben, oder es ist nicht mehr da.',
  before: count => `${count} Zeilen davor`,
  absent: (id, list) => `es gibt keinen Prozess ${id}; „${list}“ zeigt alle`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/processes/processes', { en, de });
