/** The sandbox in words, in each language the agent speaks. */
import { catalog } from '../text/catalog.ts';
import { type Language, ownWords, quotedInGerman } from '../text/texts.ts';
import type { SandboxView } from './sandbox.ts';

interface Executor {
  readonly kind: string;
  readonly detail: string;
}

/** Why commands run where they do. */
export function executorText(executor: Executor, language: Language): string {
  return places[language].executor(executor);
}

/** What a check of it found. */
export function healthText({ ok, detail }: SandboxView['health'], language: Language): string {
  return places[language].health(ok, detail);
}

/**
 * The reason is an English sentence of the one who chose, before which its name stands. In German it has words of its own;
 * of a sandbox that does not work it says what is missing, quoted where it is not ours. What went well is said by `ok`
 * alone there.
 */
const places = catalog('domain/security/sandbox-texts#places', {
  en: {
    executor: ({ detail }: Executor) =>
      detail.replace(/^(?:bubblewrap|Docker) works here: /, '').replace(/^(?:bubblewrap|Docker) works/, 'works'),
    health: (_ok: boolean, detail: string) => `: ${detail}`,
  },
  de: {
    executor({ kind, detail }) {
      if (detail.startsWith('No command runs')) {
        const said = ownWords(detail, 'de');
        return said === detail ? `Es läuft kein Befehl: „${detail}“` : said;
      }
      if (kind !== 'direct') return 'Befehle laufen in einer Sandbox ohne Netz.';
      const isChosen = detail.startsWith('chosen in config.toml');
      return `Befehle laufen direkt auf diesem Rechner, ohne Sandbox${isChosen ? ', wie in config.toml gewählt' : ''}.`;
    },
    health: (ok, detail) => (ok ? '' : `: ${quotedInGerman(detail)}`),
  },
});

/** What is said of a reset of the sandbox. */
export const resetTexts = catalog('domain/security/sandbox-texts#resetTexts', {
  en: {
    noSandbox: 'Commands run directly on this machine: there is no sandbox to reset.',
    begun: 'The sandbox is being reset. Workspace and scripts stay as they are.',
    done: 'The sandbox was reset. Workspace and scripts stay as they are.',
    withoutPackages: 'The sandbox was reset; no packages are installed, since [packages] is off.',
    installed: 'The sandbox was reset, and what requirements.txt lists is installed.',
    nothingListed: 'The sandbox was reset; there is no requirements.txt, so nothing is installed.',
    notInstalled: (why: string) => `The sandbox was reset, but requirements.txt could not be installed: ${why}`,
    failed: (why: string) => `The sandbox could not be reset: ${why}`,
  },
  de: {
    noSandbox: 'Befehle laufen direkt auf diesem Rechner: Es gibt keine Sandbox zum Zurücksetzen.',
    begun: 'Die Sandbox wird zurückgesetzt. Arbeitsordner und Skripte bleiben, wie sie sind.',
    done: 'Die Sandbox wurde zurückgesetzt. Arbeitsordner und Skripte bleiben, wie sie sind.',
    withoutPackages: 'Die Sandbox wurde zurückgesetzt; Pakete sind nicht installiert, denn [packages] ist aus.',
    installed: 'Die Sandbox wurde zurückgesetzt, und was requirements.txt nennt, ist installiert.',
    nothingListed: 'Die Sandbox wurde zurückgesetzt; es gibt keine requirements.txt, also ist nichts installiert.',
    notInstalled: (why: string) =>
      `Die Sandbox wurde zurückgesetzt, aber requirements.txt ließ sich nicht installieren: ${why}`,
    failed: (why: string) => `Die Sandbox ließ sich nicht zurücksetzen: ${why}`,
  },
});
