/** What the jobs that Straylight has of its own come to. */
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';

/** How many memories became what. */
interface InOrder {
  readonly merged: number;
  readonly archived: number;
  readonly linked: number;
  readonly contradicting: number;
}

const en = {
  whole: (rows: number) => `The audit chain is whole: ${rows} ${rows === 1 ? 'row' : 'rows'}.`,
  broken: (problem: string) => `the audit chain is broken: ${problem}; "straylight audit verify" says more`,
  inOrder: ({ merged, archived, linked, contradicting }: InOrder) =>
    `Memories: ${merged} merged, ${archived} archived, ${linked} linked, ${contradicting} contradicting another.`,
  notInOrder: (outcome: string) => `putting the memories in order ended ${outcome}`,
  copied: (file: string) => `The database was copied to ${file}.`,
};

const de: typeof en = {
  whole: rows => `Die Audit-Kette ist unversehrt. Zeilen: ${rows}.`,
  broken: problem => `die Audit-Kette ist beschädigt: „${problem}“; „straylight audit verify“ sagt mehr`,
  inOrder: ({ merged, archived, linked, contradicting }) =>
    `Erinnerungen: zusammengeführt ${merged}, abgelegt ${archived}, verbunden ${linked}, im Widerspruch zu einer anderen ${contradicting}.`,
  notInOrder: () => 'das Ordnen der Erinnerungen kam nicht zu seinem Ende',
  copied: file => `Die Datenbank liegt als Kopie in ${file}.`,
};

export const builtInTexts: Readonly<Record<Language, typeof en>> = catalog('features/jobs/built-in-texts', { en, de });
