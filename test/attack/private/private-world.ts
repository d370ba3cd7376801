/** A workspace with private files of each kind, all of which hold the same secret, and with ordinary ones. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { privateNames } from '../../../src/domain/privacy/private-names.ts';
import { formIn } from './forms.ts';

/** One that no format of secrets knows: what is hidden is hidden whatever it looks like. */
export const secret = 'Wagtail47meadow';

/** Relative to the workspace; copies as editors make them among them. The last two by the owner's marks. */
export const privatePaths: readonly string[] = [
  '.env',
  'app/.env.local',
  'app/.env~',
  'app/id_rsa',
  'app/id_ed25519.bak',
  'app/.id_rsa.swp',
  'inbox/sensitive/passwords-1f2e.txt',
  'inbox/sensitive/2026/scan.txt',
  'inbox/sensitive.old/scan.txt',
  'notes/taxes/2026.md',
  'vault.kdbx.bak',
];

/** The same, with names that a shell would read in its own way: what reads a folder meets them. */
export const oddPaths: readonly string[] = [
  ...['.#.env', '#.env#', '.env.~3~', '.env (1)', '.env.un~', '.env___jb_old___', '._.env', 'Copy of .env'],
  ...['.netrc.save', 'server.pem.orig.2', 'token.json.gz', '%home%me%.env', 'deploy.key-old', '.env copy 2'],
].map(name => `app/${name}`);

export const marks: readonly string[] = ['notes/taxes', '*.kdbx.bak'];

const ordinary: Readonly<Record<string, string>> = {
  'README.md': '# Garden\nfoo and bar\n',
  'app/main.py': 'print("foo")\n',
  'app/.env.example': 'DB_PASSWORD=\n',
  'app/.env.example~': 'DB_PASSWORD=\n',
  'app/id_rsa.pub.bak': 'ssh-ed25519 foo\n',
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
    // names need not be text: what a moved folder is called here, no path of ours says
    execFileSync('find', [workspace, '-mindepth', '1', '-delete']);
    for (const path of [...privatePaths, ...oddPaths]) put(path, `first line\npassword ${secret}\nlast line\n`);
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
      // names need not be text
      const names = execFileSync('find', [workspace, '-type', 'f', '-print0'], { encoding: 'latin1' });
      for (const path of names.split('\0').filter(Boolean)) {
        const below = path.slice(workspace.length + 1);
        if ([...privatePaths, ...oddPaths].some(known => below.endsWith(known)) || below === 'app/same.txt') continue;
        const form = formIn(readFileSync(Buffer.from(path, 'latin1')), secret);
        if (form !== undefined && !isMoved(below)) return `${below} (${form})`;
      }
      return undefined;
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** A folder around a private file was moved: that is seen by what the next command reads of it. */
const isMoved = (path: string) =>
  [...privatePaths, ...oddPaths, 'same.txt'].some(known => path.endsWith(`/${known.split('/').at(-1)}`));
