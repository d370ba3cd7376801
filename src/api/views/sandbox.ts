/** The sandbox as it is shown: where commands run, whether that works, and its reset. */

import type { SandboxView } from '../../domain/security/sandbox.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { type Language, ownWords } from '../../domain/text/texts.ts';
import type { Look, View } from '../view.ts';

export function sandboxShown(
  { kind, reason, said, health, packageHosts, isResetting, lastReset }: SandboxView,
  { language }: Look,
): View {
  const say = texts[language];
  const reset = isResetting ? say.underWay : lastReset?.text;
  const rows = [
    [say.executor, `${kind}: ${ownWords(said ?? reason, language)}`],
    [say.health, `${health.ok ? say.ok : say.broken}: ${ownWords(health.said ?? health.detail, language)}`],
    [say.packages, packageHosts.length === 0 ? say.off : say.from(packageHosts.join(', '))],
    ...(reset === undefined ? [] : [[say.reset, reset]]),
  ];
  const table = { kind: 'table', rows: rows.map(cells => ({ cells })) } as const;
  if (kind === 'direct' || isResetting) return [table];
  const action = { label: say.act, operation: 'sandbox.reset', input: {}, confirm: resetWill[language] };
  return [table, { kind: 'actions', actions: [action] }];
}

/** Said before it is reset. */
export const resetWill: Readonly<Record<Language, string>> = catalog('api/views/sandbox#resetWill', {
  en: 'The sandbox would be made again: what runs in it would end, and what was installed in it would be gone. Workspace and scripts are kept.',
  de: 'Die Sandbox würde neu gemacht: Was in ihr läuft, endet, und was darin eingerichtet wurde, ist fort. Arbeitsordner und Skripte bleiben.',
});

const en = {
  executor: 'Executor',
  health: 'Health',
  packages: 'Packages',
  reset: 'Reset',
  ok: 'ok',
  broken: 'not working',
  off: 'off: nothing can be installed',
  from: (hosts: string) => `from ${hosts}`,
  underWay: 'under way',
  act: 'Reset the sandbox',
};

const de: typeof en = {
  executor: 'Ausführung',
  health: 'Zustand',
  packages: 'Pakete',
  reset: 'Zurückgesetzt',
  ok: 'in Ordnung',
  broken: 'funktioniert nicht',
  off: 'aus: Es lässt sich nichts installieren',
  from: hosts => `von ${hosts}`,
  underWay: 'läuft gerade',
  act: 'Sandbox zurücksetzen',
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/sandbox#texts', { en, de });
