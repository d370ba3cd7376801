/**
 * The name of a file whose copy a name is, as editors, archivers and people make them: `.env~`, `.#.env`, `.env.swp`,
 * `id_ed25519.bak`, `.env (1)`. A copy holds what the file held.
 *
 * Names are in small letters.
 */

function originalName(name: string): string {
  let original = name;
  // `#.env.bak#` is a copy of a copy
  for (let round = 0; round < mostRounds && looksCopied.test(original); round++) {
    const bare = stripped(original);
    if (bare === original || bare === '') break;
    original = bare;
  }
  return original;
}

/** The same path where none of its names is one of a copy. */
export function originalPath(path: string): string {
  return looksCopied.test(path) ? path.split('/').map(originalName).join('/') : path;
}

const mostRounds = 4;

/** Few names have anything of it, and all names of a workspace are looked at. */
const looksCopied =
  /[~#%!() ]|\._|bak|back|old|orig|save|prev|copy|kopie|tmp|temp|part|rej|dpkg|rpm|ucf|\.s[a-w][a-z]$|\.(gz|bz2|xz|zst|lz4|zip|\d+)(\/|$)|swp/;

function stripped(name: string): string {
  for (const form of copied) {
    const original = form.exec(name)?.[1];
    if (original !== undefined && original !== '') return original;
  }
  return name;
}

const copied: readonly RegExp[] = [
  // Emacs: a lock, an auto-save
  /^\.?#(.+?)#?$/,
  // Vim: a swap file, an undo file; a dot is put before a name that has none
  /^(\..+)\.s[a-w][a-z]$/,
  /^(\..+)\.un~$/,
  // backups in a folder of their own have the path in their name
  /^[!%].*[!%]([^!%]+)$/,
  // macOS on other file systems
  /^\._(.+)$/,
  // numbered and plain backups
  /^(.+)\.~\d+~$/,
  /^(.+)~\d*$/,
  /^(.+?)[._](?:dpkg|ucf|rpm)-?(?:old|new|dist|tmp|bak|save|orig)$/,
  /^(.+?)___jb_(?:tmp|old)___$/,
  /^(.+?)(?: -)? +(?:\((?:\d+|copy|kopie)(?: \d+)?\)|copy|kopie)(?: \d+)?$/,
  /^(.+?)[._ -](?:bak|backup|old|orig|original|save|saved|prev|previous|copy|kopie|tmp|temp|part|rej|kate-swp|swp)(?:[._-]?\d+)?$/,
  /^(?:copy of|kopie von) (.+)$/,
  /^(.+)\.\d+$/,
  // packed
  /^(.+)\.(?:gz|bz2|xz|zst|lz4|zip)$/,
];
