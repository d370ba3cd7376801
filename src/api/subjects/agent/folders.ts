/** Folders of the owner's that the agent may use. */
import type { ZodType } from 'zod';
import type { FolderRow } from '../../../domain/security/folders.ts';
import { operation } from '../../contract.ts';
import { folderList } from '../../views/folders/folders.ts';
import { z } from '../../zod.ts';

function row(): ZodType<FolderRow> {
  return z.object({
    name: z.string().describe('as commands see it'),
    path: z.string().describe('on this machine'),
    access: z.enum(['read', 'write']),
    state: z.enum(['there', 'missing']),
    undo: z.boolean().describe('what a turn changes in it can be brought back'),
  });
}

export const folders = {
  list: operation({
    summary: 'The folders of the owner that are let in.',
    role: 'reader',
    http: { method: 'GET', path: '/api/folders' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'folders',
        isDefault: true,
        about: { en: 'Folders: yours that the agent may use', de: 'Ordner: deine, die der Agent benutzen darf' },
        help: { en: 'List the folders that are let in.', de: 'Listet die eingelassenen Ordner auf.' },
      },
    ],
    input: () => ({}),
    output: () => z.object({ folders: z.array(row()).readonly() }),
    needs: ['folders'],
    run: ({ folders }) => ({ folders: folders() }),
    json: ({ folders }) => folders,
    view: folderList,
  }),
};
