/** How hooks are shown, and what a yes to one would let run. */
import type { HookRow, HookState, PassedOver } from '../../../domain/hooks/hook.ts';
import { catalog, type Language } from '../../../domain/text/catalog.ts';
import { exactlyWithTabs, oneLine } from '../../../domain/text/visible.ts';
import type { Ask } from '../../contract.ts';
import { type Action, type Look, lines, type Row, type View } from '../../view.ts';

export function hookList(
  { hooks, passedOver }: { readonly hooks: readonly HookRow[]; readonly passedOver: readonly PassedOver[] },
  look: Look,
): View {
  const say = hookTexts[look.language];
  const left = passedOver.map(({ file, what }) => say.passedOver(oneLine(what, 80), oneLine(file, 200)));
  return [
    hooks.length === 0
      ? lines(say.none)
      : { kind: 'table', head: say.columns, rows: hooks.map(one => rowOf(one, look)) },
    ...(left.length === 0 ? [] : [lines(left.join('\n'), 'quiet')]),
  ];
}

export function hookView({ hook }: { readonly hook: HookRow }, look: Look): View {
  return [{ kind: 'table', rows: [rowOf(hook, look)] }];
}

export function noHook({ id }: { readonly id: string }, { language, typed }: Look): string {
  return hookTexts[language].absent(oneLine(id, 80), typed('hooks list'));
}

/** Exactly what would run from now on. */
export async function aheadOfTrust(
  ask: Ask,
  { id }: { readonly id: string },
  { language }: Look,
): Promise<readonly string[]> {
  const { hooks } = (await ask('hooks.list', {})) as { readonly hooks: readonly HookRow[] };
  const hook = hooks.find(one => one.id === id);
  if (!hook || hook.state === 'trusted') return [];
  const say = hookTexts[language];
  const files = hook.programs.map(path => oneLine(path, 200)).join(', ');
  return [
    say.would(hook.id, hook.event),
    exactlyWithTabs(hook.command),
    ...(files === '' ? [] : [say.programs(files)]),
  ];
}

function rowOf({ id, event, matcher, command, state, hash }: HookRow, { language }: Look): Row {
  const say = hookTexts[language];
  const trust: Action = {
    label: say.trust,
    operation: 'hooks.trust',
    input: { id, hash },
    confirm: say.sure(oneLine(exactlyWithTabs(command), 200)),
  };
  const distrust: Action = { label: say.distrust, operation: 'hooks.distrust', input: { id } };
  return {
    cells: [
      id,
      say.states[state],
      event,
      matcher === '' ? '*' : oneLine(matcher, 60),
      oneLine(exactlyWithTabs(command), 200),
    ],
    actions: [state === 'trusted' ? distrust : trust],
  };
}

const en = {
  none: 'There are no hooks. [hooks] files in config.toml names the files that have some.',
  columns: ['Hook', 'State', 'Event', 'Tools', 'Command'] as readonly string[],
  states: {
    trusted: 'trusted',
    new: 'new: blocks until you trust it',
    changed: 'changed: blocks until you trust it',
  } as Readonly<Record<HookState, string>>,
  passedOver: (what: string, file: string) => `Not run here: ${what} of ${file}`,
  absent: (id: string, list: string) => `there is no hook “${id}”; “${list}” lists all`,
  would: (id: string, event: string) => `The hook ${id} would run at each ${event}, with your rights:`,
  programs: (files: string) => `Its content counts, too: ${files}`,
  trust: 'Trust',
  distrust: 'Trust no more',
  sure: (command: string) => `Let this run with your rights? ${command}`,
};

const de: typeof en = {
  none: 'Es gibt keine Hooks. [hooks] files in config.toml nennt die Dateien, die welche haben.',
  columns: ['Hook', 'Stand', 'Ereignis', 'Werkzeuge', 'Befehl'],
  states: {
    trusted: 'vertraut',
    new: 'neu: hält auf, bis du ihm vertraust',
    changed: 'geändert: hält auf, bis du ihm vertraust',
  },
  passedOver: (what, file) => `Läuft hier nicht: ${what} aus ${file}`,
  absent: (id, list) => `es gibt keinen Hook „${id}“; „${list}“ zeigt alle`,
  would: (id, event) => `Der Hook ${id} liefe bei jedem ${event}, mit deinen Rechten:`,
  programs: files => `Auch ihr Inhalt zählt: ${files}`,
  trust: 'Vertrauen',
  distrust: 'Nicht mehr vertrauen',
  sure: command => `Das mit deinen Rechten laufen lassen? ${command}`,
};

const hookTexts: Readonly<Record<Language, typeof en>> = catalog('api/views/hooks/hooks', { en, de });
