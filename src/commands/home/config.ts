/** `straylight config`: where the settings are, what they set, and whether they are right. */
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';
import { sayIn } from '../say.ts';

/** A setting that a file names, as far as it may be shown. */
export interface GivenSetting {
  readonly key: string;
  readonly value: string;
}

export interface GivenSettings {
  readonly file: string;
  readonly settings: readonly GivenSetting[];
}

/** Whether they could be used for a start. */
export type Validity =
  | { readonly ok: true; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

interface Printing {
  readonly io: Io;
  readonly json: boolean;
}

/** What differs from the defaults. `secrets`: the names of those that are set. */
export function showConfig(
  files: readonly GivenSettings[],
  secrets: readonly string[],
  { io, json }: Printing,
): number {
  if (json) {
    io.out(jsonText({ files, secrets }));
    return 0;
  }
  const say = sayIn(io);
  for (const { file, settings } of files) {
    io.out(io.style.bold(oneLine(file, 500)));
    for (const { key, value } of settings) io.out(`  ${oneLine(`${key} = ${value}`, 500)}`);
    if (settings.length === 0) io.out(`  ${say('nothing is set; every setting has its default')}`);
  }
  if (secrets.length > 0)
    io.out(say('Secrets that are set: {names}', { names: secrets.map(name => oneLine(name, 100)).join(', ') }));
  return 0;
}

/** Exit code 1 where a start would be refused. */
export function checkConfig(found: Validity, { io, json }: Printing): number {
  if (json) io.out(jsonText(found));
  else if (found.ok) {
    for (const warning of found.warnings) io.out(io.style.warn(readable(warning)));
    io.out(sayIn(io)('The settings are valid.'));
  } else io.err(`straylight: ${readable(found.message)}`);
  return found.ok ? 0 : 1;
}

/** Exit code 1 where what was written could not be used. */
export async function editConfig(
  options: Printing & {
    readonly file: string;
    readonly isTerminal: boolean;
    readonly read: () => string;
    /** Opens the file in the owner's editor, until that is left. */
    readonly edit: () => Promise<void>;
    readonly check: () => Promise<Validity>;
    /** An agent runs, with the settings it was started with. */
    readonly isRunning: () => boolean;
  },
): Promise<number> {
  const { io, file, isTerminal, read, edit, check, isRunning } = options;
  const say = sayIn(io);
  if (!isTerminal) throw fault('invalid', say('an editor needs a terminal; the settings are in {file}', { file }));
  const before = read();
  await edit();
  if (read() === before) {
    io.out(say('Nothing was changed.'));
    return 0;
  }
  const code = checkConfig(await check(), options);
  if (code !== 0)
    io.err(say('Until that is mended, Straylight does not start: "straylight config edit" opens it again.'));
  else if (isRunning()) io.out(say('They count from the next start: "straylight stop", then "straylight start".'));
  return code;
}
