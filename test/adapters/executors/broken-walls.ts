/** Sandboxes that are broken on purpose, each in one place, and the wall that the self-probe has to find. */
import type { Wall } from '../../../src/adapters/executors/self-probe.ts';

export interface BrokenWall {
  /** What is wrong, as a noun. */
  readonly name: string;
  readonly wall: Wall;
  /** The recipe, broken. */
  bubblewrap(recipe: string, world: BrokenWorld): string;
  /** The filter of system calls is left out as well. */
  readonly unfiltered?: true;
  /** It is no hole for an ordinary user. */
  readonly asRoot?: true;
}

/** What is there to be let in by mistake. */
export interface BrokenWorld {
  /** A home of Straylight. */
  readonly home: string;
  /** A folder that is none of its business. */
  readonly outside: string;
  /** A socket that stands for a container engine's. */
  readonly socket: string;
  /** A runner that forgot to close itself off. */
  readonly openRunner: string;
}

const before = (recipe: string, line: string, more: string) => replaced(recipe, line, `${more}\n${line}`);
const sealed = '--remount-ro /\n';

export const brokenWalls: readonly BrokenWall[] = [
  {
    name: 'the machine’s network',
    wall: 'network',
    bubblewrap: recipe => replaced(recipe, '--unshare-all', '--unshare-all --share-net'),
  },
  {
    name: 'the machine’s processes under /proc',
    wall: 'processes',
    bubblewrap: recipe => replaced(recipe, '--proc /proc', '--ro-bind /proc /proc'),
  },
  {
    name: 'the machine’s process namespace',
    wall: 'probe',
    bubblewrap: recipe => replaced(recipe, '--unshare-all', '--unshare-net --unshare-ipc --unshare-uts'),
  },
  {
    name: 'the home of Straylight, to read',
    wall: 'files',
    bubblewrap: (recipe, { home }) => before(recipe, sealed, `--ro-bind ${home} ${home}`),
  },
  {
    name: 'the whole machine in a folder, to read',
    wall: 'files',
    bubblewrap: recipe => before(recipe, sealed, '--ro-bind / /machine'),
  },
  {
    name: 'a folder of the machine, to write',
    wall: 'writes',
    bubblewrap: (recipe, { outside }) => before(recipe, sealed, `--bind ${outside} /opt/outside`),
  },
  {
    name: 'a root that was not sealed',
    wall: 'writes',
    bubblewrap: recipe => replaced(recipe, sealed, ''),
  },
  {
    name: 'all of /etc',
    wall: 'files',
    bubblewrap: recipe =>
      replaced(recipe.replaceAll(/^--ro-bind.* \/etc\/.*$/gm, ''), sealed, `--ro-bind /etc /etc\n${sealed}`),
  },
  {
    name: 'the programs, to write',
    wall: 'writes',
    bubblewrap: recipe => replaced(recipe, '--ro-bind /usr /usr', '--bind /usr /usr'),
  },
  {
    name: 'the socket of a container engine',
    wall: 'engine',
    bubblewrap: (recipe, { socket }) => before(recipe, sealed, `--bind ${socket} /run/docker.sock`),
  },
  {
    name: 'a socket of the machine under another name',
    wall: 'engine',
    bubblewrap: (recipe, { socket }) => before(recipe, sealed, `--bind ${socket} /opt/helper`),
  },
  {
    name: 'a variable of the environment',
    wall: 'environment',
    bubblewrap: recipe => replaced(recipe, '--clearenv', '--clearenv --setenv TELEGRAM_BOT_TOKEN 1:abc'),
  },
  {
    name: 'capabilities',
    wall: 'rights',
    bubblewrap: recipe => replaced(recipe, '--cap-drop ALL', '--cap-add ALL'),
  },
  {
    name: 'the number of root',
    wall: 'rights',
    bubblewrap: recipe => replaced(recipe, '--uid 1000', '--uid 0'),
  },
  {
    name: 'user namespaces',
    wall: 'rights',
    unfiltered: true,
    bubblewrap: recipe => replaced(recipe, '? --disable-userns', ''),
  },
  { name: 'no filter of system calls', wall: 'filter', unfiltered: true, bubblewrap: recipe => recipe },
  {
    name: 'settings of the kernel',
    wall: 'kernel',
    asRoot: true,
    bubblewrap: recipe => replaced(recipe, '--remount-ro /proc', ''),
  },
  {
    name: 'the machine’s devices',
    wall: 'devices',
    bubblewrap: recipe => replaced(recipe, '--dev /dev', '--dev-bind /dev /dev'),
  },
  {
    name: 'a workspace that cannot be written',
    wall: 'folders',
    bubblewrap: recipe => replaced(recipe, '--bind {workspace}', '--ro-bind {workspace}'),
  },
  {
    name: 'the machine’s own /tmp',
    wall: 'probe',
    bubblewrap: recipe => replaced(recipe, '--tmpfs /tmp', '--bind /tmp /tmp'),
  },
  {
    name: 'a runner that can be looked into',
    wall: 'runner',
    bubblewrap: (recipe, { openRunner }) => replaced(recipe, '{sandbox}/runner.py', openRunner),
  },
];

function replaced(text: string, part: string, by: string): string {
  if (!text.includes(part)) throw new Error(`the recipe has no “${part.trim()}” any more: break it in another way`);
  return text.replace(part, by);
}
