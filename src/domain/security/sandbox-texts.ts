/** The sandbox in words, in each language the agent speaks. */
import { catalog } from '../text/catalog.ts';

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
