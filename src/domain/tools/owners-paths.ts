/**
 * Paths as the owner finds them on the own disk. A model and its commands see `/workspace/notes.txt`; no such file is on
 * the owner's machine. What is approved, copied or given to a model keeps the path that runs.
 */

/** A folder of the agent's. */
export interface SeenFolder {
  /** As commands see it: `/workspace`. */
  readonly seen: string;
  /** Where it lies for its owner. */
  readonly disk: string;
}

export interface OwnersPaths {
  /** A sentence of ours; commands in quotation marks or backticks stay as they run. */
  sentence(text: string): string;
  /** What a tool answered: our words in it, and nothing that a command printed or a file holds. */
  result(tool: string | undefined, text: string): string;
  /** A text with what ran unasked named in paragraphs of its own; the other paragraphs stay. */
  reply(text: string): string;
}

/** The deepest of the folders counts where they lie within one another. */
export function ownersPaths(folders: readonly SeenFolder[]): OwnersPaths {
  const known = folders
    .filter(({ seen, disk }) => seen !== disk)
    .toSorted((one, other) => other.seen.length - one.seen.length);
  const names = known.map(({ seen }) => RegExp.escape(seen)).join('|');
  const path = new RegExp(String.raw`(?<![\w./~-])(?:${names})(?![\w-])`, 'g');
  const disks = new Map(known.map(({ seen, disk }) => [seen, disk]));
  const swapped = (text: string) => (known.length === 0 ? text : text.replace(path, seen => disks.get(seen) ?? seen));

  const sentence = (text: string) =>
    text
      .split(/(“[^”]*”|„[^“]*“|`[^`]*`)/)
      .map((part, at) => (at % 2 === 1 ? part : swapped(part)))
      .join('');

  return {
    sentence,
    result(tool = '', text) {
      const lines = text.split('\n');
      if (listing.has(tool)) return lines.map(line => line.replace(/^\S+/, swapped)).join('\n');
      const [first = '', ...rest] = lines;
      return fileTools.has(tool) ? [sentence(first), ...rest].join('\n') : text;
    },
    reply: text =>
      text
        .split('\n\n')
        .map(part => (/^\((?:Ran automatically|Automatisch ausgeführt): /.test(part) ? sentence(part) : part))
        .join('\n\n'),
  };
}

/** For where nothing is known of the owner's disk. */
export const noPaths: OwnersPaths = ownersPaths([]);

/** Each of its lines begins with a path. */
const listing: ReadonlySet<string> = new Set(['search_files']);
/** Their first line is ours; what follows are names and what a file holds. */
const fileTools: ReadonlySet<string> = new Set(['list_files', 'read_file', 'write_file', 'edit_file', 'send_file']);
