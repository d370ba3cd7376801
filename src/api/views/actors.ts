/** Actors as they are shown: a list, and what an act on one would do and has done. */

import type { AdminAct, AdminOutcome, LetGo, RestartPreview } from '../../domain/supervision/admin.ts';
import { leafWords } from '../../domain/supervision/state-words.ts';
import type { ActorRow } from '../../domain/supervision/view.ts';
import { duration } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Action, type Look, lines, type View } from '../view.ts';

const en = {
  none: 'There are no actors yet.',
  head: ['ACTOR', 'STATE', 'SINCE', 'QUEUED', 'STATUS'],
  status: { active: 'active', done: 'done', suspended: 'suspended', quarantined: 'quarantined', stopped: 'stopped' },
  verbs: { suspend: 'Suspend', resume: 'Resume', release: 'Release', restart: 'Restart', stop: 'Stop' },
  done: (verb: string, actor: string) => `Done: ${verb} ${actor}.`,
  notDone: (why: string) => `Not done: ${why}`,
  runs: 'Not done: it is still running',
  answered: (choice: string) => `Answered: ${choice}.`,
  stops: (actor: string) => `Will be stopped for good: ${actor}`,
  stopsTalk: (actor: string, back: string) =>
    `Will be stopped for good: ${actor}. Later messages to it are refused; to restart it: ${back}`,
  startsOver: (actor: string) => `Will start over, and forget its state: ${actor}`,
  goesBack: (step: number, actor: string) => `Will go back to step ${step}: ${actor}`,
  again: (works: string) => `Will run again: ${works}`,
  notAgain: (work: string) => `Will not run again: ${work}; its outcome will be unknown, and you will be asked.`,
  dropped: (text: string) => `Will be dropped: your message “${text}”`,
  unbegun: (what: string) => `Will not run: ${what}`,
  cut: (what: string) => `Will be interrupted, and may have taken effect: ${what}`,
  withdrawn: (questions: number) =>
    `Will be withdrawn: ${questions === 1 ? '1 question for you' : `${questions} questions for you`}`,
};

const de: typeof en = {
  none: 'Es gibt noch keine Akteure.',
  head: ['AKTEUR', 'ZUSTAND', 'SEIT', 'WARTET', 'STAND'],
  status: {
    active: 'aktiv',
    done: 'zu Ende',
    suspended: 'ausgesetzt',
    quarantined: 'in Quarantäne',
    stopped: 'angehalten',
  },
  verbs: { suspend: 'Aussetzen', resume: 'Fortsetzen', release: 'Freigeben', restart: 'Neu starten', stop: 'Anhalten' },
  done: (verb, actor) => `Erledigt: ${verb} ${actor}.`,
  notDone: why => `Nicht erledigt: „${why}“`,
  runs: 'Nicht erledigt: Es läuft noch',
  answered: choice => `Beantwortet: ${choice}.`,
  stops: actor => `Wird für immer angehalten: ${actor}`,
  stopsTalk: (actor, back) =>
    `Wird für immer angehalten: ${actor}. Spätere Nachrichten dorthin werden abgelehnt; neu beginnt es mit: ${back}`,
  startsOver: actor => `Beginnt von vorn und vergisst seinen Zustand: ${actor}`,
  goesBack: (step, actor) => `Geht zurück zu Schritt ${step}: ${actor}`,
  again: works => `Läuft noch einmal: ${works}`,
  notAgain: work => `Läuft nicht noch einmal: ${work}; wie es ausging, bleibt ungewiss, und du wirst gefragt.`,
  dropped: text => `Fällt weg: deine Nachricht „${text}“`,
  unbegun: what => `Läuft nicht: ${what}`,
  cut: what => `Wird unterbrochen und hat vielleicht schon gewirkt: ${what}`,
  withdrawn: questions => `Wird zurückgezogen: ${questions === 1 ? '1 Frage an dich' : `${questions} Fragen an dich`}`,
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/actors', { en, de });

/** All actors, each with what can be done to it as it stands. */
export function actorsView(
  { actors, now }: { readonly actors: readonly ActorRow[]; readonly now: number },
  { language }: Look,
): View {
  const { none, head, status } = texts[language];
  if (actors.length === 0) return [lines(none)];
  return [
    {
      kind: 'table',
      head,
      rows: actors.map(row => ({
        cells: [
          oneLine(row.id, 80),
          oneLine(leafWords(row, language), 60),
          duration(now - row.since, language),
          String(row.queued),
          row.waitsFor === undefined ? status[row.status] : `${status[row.status]}: ${oneLine(row.waitsFor, 160)}`,
        ],
        actions: actionsOn(row, language),
      })),
    },
  ];
}

function actionsOn({ id, status }: ActorRow, language: Language): readonly Action[] {
  const { verbs } = texts[language];
  const act = (verb: keyof typeof verbs): Action => ({
    label: verbs[verb],
    operation: 'actors.command',
    input: { id, verb },
  });
  if (status === 'suspended') return [act('resume')];
  if (status === 'quarantined') return [act('release')];
  return status === 'active' ? [act('suspend')] : [];
}

/** What an act would do, a line each; none: nothing is lost by it. */
export function actAhead(
  preview: RestartPreview,
  { id, verb, from, seq = 0 }: Omit<AdminAct, 'actor'> & { readonly id: string },
  { language, typed }: Look,
): readonly string[] {
  const say = texts[language];
  const actor = oneLine(id, 120);
  const again = [
    ...(preview.again.length > 0 ? [say.again(preview.again.join(', '))] : []),
    ...preview.notAgain.map(work => say.notAgain(work)),
  ];
  if (verb === 'stop')
    return preview.stop
      ? [...letGo(preview.stop, language), say.stopsTalk(actor, typed(`actors restart ${actor} --fresh --yes`))]
      : [say.stops(actor)];
  if (from === 'fresh') return [...letGo(preview.fresh, language), say.startsOver(actor)];
  return verb === 'rewind' ? [...again, say.goesBack(seq, actor)] : again;
}

function letGo(left: LetGo | undefined, language: Language): readonly string[] {
  if (!left) return [];
  const say = texts[language];
  const { questions = 0 } = left;
  return [
    ...left.messages.map(text => say.dropped(oneLine(text, 80))),
    ...left.unbegun.map(what => say.unbegun(oneLine(what, 120))),
    ...left.cut.map(what => say.cut(oneLine(what, 120))),
    ...(questions > 0 ? [say.withdrawn(questions)] : []),
  ];
}

/** What came of an act. */
export function actView(
  { state, error }: AdminOutcome,
  { language }: Look,
  { id, verb }: { readonly id: string; readonly verb: string },
): View {
  const say = texts[language];
  if (state === 'done') return [lines(say.done(verb, oneLine(id, 120)))];
  return [lines(error === undefined ? say.runs : say.notDone(error), 'warn')];
}

export function answeredView(choice: string, { language }: Look): View {
  return [lines(texts[language].answered(choice))];
}
