/** What can be done to an actor, what that would do, and what came of it, as it is shown. */

import {
  type AdminAct,
  type AdminOutcome,
  type LetGo,
  mayStartFresh,
  type RestartPreview,
  verbsFor,
} from '../../domain/supervision/admin.ts';
import type { Choice } from '../../domain/supervision/remediation.ts';
import type { ActorRow } from '../../domain/supervision/view.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Action, type Look, lines, type View } from '../view.ts';

const en = {
  labels: {
    resume: 'Resume',
    release: 'Release',
    retry: 'Retry failed messages',
    suspend: 'Suspend',
    restart: 'Restart',
    fresh: 'Start afresh',
    quarantine: 'Quarantine',
    stop: 'Stop',
    rewind: 'Rewind',
  },
  /** What is asked before an act that changes its course for good. */
  sure: {
    restart: 'Restart it from its last state?',
    fresh: 'Start it from the beginning? Its current work is dropped. Queued messages stay.',
    quarantine: 'Quarantine it? It does nothing until you release it.',
    stop: 'Stop it and its children for good?',
  } as Readonly<Record<string, string>>,
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
  labels: {
    resume: 'Fortsetzen',
    release: 'Freigeben',
    retry: 'Gescheitertes wiederholen',
    suspend: 'Aussetzen',
    restart: 'Neu starten',
    fresh: 'Von vorn beginnen',
    quarantine: 'Unter Quarantäne stellen',
    stop: 'Beenden',
    rewind: 'Zurücksetzen',
  },
  sure: {
    restart: 'Aus seinem letzten Zustand neu starten?',
    fresh: 'Von vorn beginnen? Die laufende Arbeit wird verworfen. Wartende Nachrichten bleiben.',
    quarantine: 'Unter Quarantäne stellen? Er tut nichts, bis du ihn freigibst.',
    stop: 'Endgültig beenden, samt seinen Kindern?',
  },
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

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/actor-acts', { en, de });

/** What an incident may be answered with, as on a button. */
export const choiceTexts: Readonly<Record<Language, Readonly<Record<Choice, string>>>> = catalog(
  'api/views/actor-acts#choices',
  {
    en: {
      retry: 'Try again',
      restart: 'Restart',
      fresh: 'Start afresh',
      cancel: 'Cancel the run',
      stop: 'Stop it',
      release: 'Release it',
      leave: 'Leave it as it is',
      go: 'Continue',
    },
    de: {
      retry: 'Noch einmal versuchen',
      restart: 'Neu starten',
      fresh: 'Von vorn beginnen',
      cancel: 'Lauf abbrechen',
      stop: 'Beenden',
      release: 'Freigeben',
      leave: 'So lassen',
      go: 'Weiter',
    },
  },
);

/** The acts that an actor takes as it is shown; each but those that hold it is refused once it has moved since. */
export function actionsOn({ id, status, rev }: ActorRow, { language }: Look): readonly Action[] {
  const { labels, sure } = texts[language];
  const takes = verbsFor(status, id);
  const isOffered = (act: keyof typeof labels) => (act === 'fresh' ? mayStartFresh(status, id) : takes[act]);
  return (Object.keys(labels) as (keyof typeof labels)[]).filter(isOffered).map(act => {
    const verb = act === 'fresh' ? 'restart' : act;
    const mode: Action['input'] = verb === 'restart' ? { mode: act === 'fresh' ? 'fresh' : 'checkpoint' } : {};
    const seen: Action['input'] = verb === 'stop' || verb === 'suspend' ? {} : { rev };
    const action: Action = {
      label: labels[act],
      operation: 'actors.command',
      input: { id, verb, ...mode, ...seen },
    };
    if (act === 'rewind') return { ...action, asks: { field: 'seq', hint: 'N' } };
    const confirm = sure[act];
    return confirm === undefined ? action : { ...action, confirm };
  });
}

/** What an act would do, a line each; none: nothing is lost by it. */
export function actAhead(
  preview: RestartPreview,
  { id, verb, from, seq = 0 }: Omit<AdminAct, 'actor'> & { readonly id: string },
  { language, typed, chat }: Look,
): readonly string[] {
  const say = texts[language];
  const actor = oneLine(id, 120);
  const again = [
    ...(preview.again.length > 0 ? [say.again(preview.again.join(', '))] : []),
    ...preview.notAgain.map(work => say.notAgain(work)),
  ];
  if (verb === 'stop')
    return preview.stop
      ? [
          ...letGo(preview.stop, language),
          say.stopsTalk(
            actor,
            typed(chat === undefined ? `actors restart ${actor} --fresh --yes` : `actors fresh ${actor}`),
          ),
        ]
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
