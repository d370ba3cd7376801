/** The clipboard of this computer, or over SSH the one of the terminal. */
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { startChild } from './child-process.ts';

/** Copies a text; answers how, in a sentence. */
export async function copyText(
  text: string,
  {
    env,
    platform,
    output,
    language = 'en',
  }: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly platform: NodeJS.Platform;
    readonly output: NodeJS.WritableStream;
    /** Of who reads the answer; English if left out. */
    readonly language?: Language;
  },
): Promise<string> {
  const say = words[language];
  for (const [program, ...args] of programsFor(env, platform))
    if (program !== undefined && (await given(program, args, text))) return say.with(size(text, language), program);
  // OSC 52: the terminal itself puts it into its clipboard
  output.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
  return say.byTerminal(size(text, language));
}

const words = catalog('adapters/process/clipboard', {
  en: {
    with: (size: string, program: string) => `Copied ${size} with ${program}.`,
    byTerminal: (size: string) => `Copied ${size} by the terminal, if it allows that.`,
    characters: 'characters',
    lines: 'lines',
  },
  de: {
    with: (size: string, program: string) => `Mit ${program} kopiert: ${size}.`,
    byTerminal: (size: string) => `Vom Terminal kopiert, wenn es das erlaubt: ${size}.`,
    characters: 'Zeichen',
    lines: 'Zeilen',
  },
});

function programsFor(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly (readonly string[])[] {
  const has = (name: string) => (env[name] ?? '') !== '';
  const isRemote = has('SSH_CONNECTION') || has('SSH_TTY');
  return [
    // tmux keeps it, and passes it on to the terminal outside
    ...(has('TMUX') ? [['tmux', 'load-buffer', '-w', '-']] : []),
    ...(isRemote ? [] : platform === 'darwin' ? [['pbcopy']] : []),
    ...(!isRemote && has('WAYLAND_DISPLAY') ? [['wl-copy']] : []),
    ...(!isRemote && has('DISPLAY') ? [['xclip', '-selection', 'clipboard']] : []),
    ...(!isRemote && has('WSL_DISTRO_NAME') ? [['clip.exe']] : []),
  ];
}

async function given(program: string, args: readonly string[], text: string): Promise<boolean> {
  try {
    const { child, started } = startChild(program, args, { stdio: ['pipe', 'ignore', 'ignore'] });
    await started;
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
    child.stdin?.end(text);
    return (await ended) === 0;
  } catch {
    return false;
  }
}

function size(text: string, language: Language): string {
  const say = words[language];
  const lines = text.split('\n').length;
  return lines === 1 ? `${text.length} ${say.characters}` : `${lines} ${say.lines}`;
}
