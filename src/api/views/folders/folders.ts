/** The folders that were let in, as they are shown. */
import type { FolderRow } from '../../../domain/security/folders.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import type { Language } from '../../../domain/text/texts.ts';
import { type Look, lines, type View } from '../../view.ts';

export function folderList({ folders }: { readonly folders: readonly FolderRow[] }, { language }: Look): View {
  const say = texts[language];
  if (folders.length === 0) return [lines(say.none)];
  const rows = folders.map(({ name, path, access, state, undo }) => ({
    cells: [name, path, say[access], undo ? say.undone : say.kept, say[state]],
  }));
  return [{ kind: 'table', head: say.columns, rows }];
}

const en = {
  none: 'No folder of yours is let in: [workspace] folders in config.toml names those that are, and --here lets in the one you are in.',
  columns: ['Name', 'Path', 'Access', 'Undo', 'State'] as readonly string[],
  read: 'only to read',
  write: 'to read and write',
  undone: 'yes',
  kept: 'no',
  there: 'there',
  missing: 'missing',
};

const de: typeof en = {
  none: 'Kein Ordner von dir ist eingelassen: [workspace] folders in config.toml nennt sie, und --here lässt den ein, in dem du bist.',
  columns: ['Name', 'Pfad', 'Zugriff', 'Rückgängig', 'Zustand'],
  read: 'nur zum Lesen',
  write: 'zum Lesen und Schreiben',
  undone: 'ja',
  kept: 'nein',
  there: 'da',
  missing: 'fehlt',
};

const texts: Readonly<Record<Language, typeof en>> = catalog('api/views/folders', { en, de });
