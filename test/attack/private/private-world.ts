/** A workspace with private files of each kind, all of which hold the same secret, and with ordinary ones. */
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateNames } from '../../../src/domain/privacy/private-names.ts';
import { formIn } from './forms.ts';

/** One that no format of secrets knows: what is hidden is hidden whatever it looks like. */
export const secret = 'Wagtail47meadow';

/** Relative to the workspace. The last two by the owner's marks. */
export const privatePaths: readonly string[] = [
  '.env',
  'app/.env.local',
  'app/id_rsa',
  'inbox/sensitive/passwords-1f2e.txt',
  'inbox/sensitive/2026/scan.txt',
  'notes/taxes/2026.md',
  'vault.kdbx.bak',
];

export const marks: readonly string[] = ['notes/taxes', '*.kdbx.bak'];

const ordinary: Readonly<Record<string, string>> = {
  'README.md': '# Garden\nfoo and bar\n',
  'app/main.py': 'print("foo")\n',
  'app/.env.example': 'DB_PASSWORD=\n',
  'notes/plan.md': 'water the foo\n',
  'inbox/invoice.txt': 'foo 12\n',
};

export interface PrivateWorld {
  readonly workspace: string;
  readonly scripts: string;
  readonly names: ReturnType<typeof privateNames>;
  /** Every file as it was. */
  restore(): void;
  /** Where the secret stands in a file that is not one of the private ones, and in which form. */
  spread(): string | undefined;
  close(): void;
}

export function privateWorld(): PrivateWorld {
  const home = mkdtempSync(join(tmpdir(), 'straylight-private-'));
  const [workspace, scripts] = [join(home, 'workspace'), join(home, 'scripts')];
  mkdirSync(scripts);
  const put = (path: string, text: string) => {
    mkdirSync(join(workspace, path, '..'), { recursive: true });
    writeFileSync(join(workspace, path), text);
  };
  const restore = () => {
    // emptied, not replaced: a sandbox holds the folder
    mkdirSync(workspace, { recursive: true });
    for (const name of readdirSync(workspace)) rmSync(join(workspace, name), { recursive: true, force: true });
    for (const path of privatePaths) put(path, `first line\npassword ${secret}\nlast line\n`);
    for (const [path, text] of Object.entries(ordinary)) put(path, text);
    symlinkSync('../.env', join(workspace, 'app/settings'));
    symlinkSync('inbox', join(workspace, 'post'));
    linkSync(join(workspace, '.env'), join(workspace, 'app/same.txt'));
  };
  restore();
  return {
    workspace,
    scripts,
    names: privateNames(marks),
    restore,
    spread() {
      for (const one of readdirSync(workspace, { recursive: true, withFileTypes: true })) {
        if (!one.isFile()) continue;
        const path = join(one.parentPath, one.name);
        const below = path.slice(workspace.length + 1);
        if (privatePaths.some(known => below.endsWith(known)) || below === 'app/same.txt') continue;
        const form = formIn(readFileSync(path), secret);
        if (form !== undefined && !isMoved(below)) return `${below} (${form})`;
      }
      return undefined;
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** A folder around a private file was moved: that is seen by what the next command reads of it. */
const isMoved = (path: string) => privatePaths.some(known => path.endsWith(`/${known.split('/').at(-1)}`));
