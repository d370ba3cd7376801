/**
 * The picture in the clipboard of this computer, by the programs that read it: `wl-paste` under Wayland, `xclip` under
 * X11, `pngpaste` or `osascript` on macOS, and PowerShell of Windows inside WSL.
 */
import { mostFileBytes } from '../../domain/conversation/files.ts';
import { startChild } from './child-process.ts';

/** `remote`: over SSH it is the clipboard of another computer; `missing`: none of these programs is installed. */
export type FoundPicture =
  | {
      readonly kind: 'picture';
      readonly file: { readonly name: string; readonly isPicture: true; readonly content: Uint8Array };
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'remote' }
  | { readonly kind: 'missing'; readonly programs: readonly string[] };

/** Looks for it. Never rejects. */
export async function clipboardPicture({
  env,
  platform,
}: {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}): Promise<FoundPicture> {
  const has = (name: string) => (env[name] ?? '') !== '';
  if (has('SSH_CONNECTION') || has('SSH_TTY')) return { kind: 'remote' };
  const ways: readonly Way[] = [
    ...(platform === 'darwin' ? [pngpaste, osascript] : []),
    ...(has('WSL_DISTRO_NAME') ? [powershell] : []),
    ...(has('WAYLAND_DISPLAY') ? [wayland] : []),
    ...(has('DISPLAY') ? [x11] : []),
  ];
  let hasAnswered = false;
  for (const { read } of ways) {
    const content = await read();
    if (content && content.length > 0)
      return { kind: 'picture', file: { name: `clipboard.${endingOf(content)}`, isPicture: true, content } };
    hasAnswered ||= content !== undefined;
  }
  if (hasAnswered) return { kind: 'none' };
  const programs = ways.map(({ program }) => program);
  return { kind: 'missing', programs: programs.length > 0 ? programs : ['wl-paste', 'xclip'] };
}

interface Way {
  readonly program: string;
  /** Its bytes, none where it holds no picture; undefined: the program is not there. */
  readonly read: () => Promise<Uint8Array | undefined>;
}

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

const wayland = byTypes('wl-paste', ['--list-types'], type => ['--no-newline', '--type', type]);
const x11 = byTypes('xclip', ['-selection', 'clipboard', '-o', '-t', 'TARGETS'], type => [
  ...['-selection', 'clipboard', '-o', '-t', type],
]);
const pngpaste: Way = { program: 'pngpaste', read: () => outputOf('pngpaste', ['-']) };
const osascript: Way = {
  program: 'osascript',
  async read() {
    const output = await outputOf('osascript', ['-e', 'get the clipboard as «class PNGf»']);
    const [, hex = ''] = /«data PNGf([0-9A-Fa-f]+)»/.exec(output?.toString() ?? '') ?? [];
    return output && Buffer.from(hex, 'hex');
  },
};
const powershell: Way = {
  program: 'powershell.exe',
  async read() {
    const script = [
      'Add-Type -AssemblyName System.Windows.Forms, System.Drawing',
      '$picture = [Windows.Forms.Clipboard]::GetImage()',
      'if ($picture) { $bytes = New-Object IO.MemoryStream',
      '$picture.Save($bytes, [Drawing.Imaging.ImageFormat]::Png)',
      '[Convert]::ToBase64String($bytes.ToArray()) }',
    ].join('; ');
    const output = await outputOf('powershell.exe', ['-NoProfile', '-NonInteractive', '-STA', '-Command', script]);
    return output && Buffer.from(output.toString().trim(), 'base64');
  },
};

/** A program that first tells in which types the clipboard has what it holds. */
function byTypes(program: string, list: readonly string[], get: (type: string) => readonly string[]): Way {
  return {
    program,
    async read() {
      const listed = await outputOf(program, list);
      const type = types.find(one => listed?.toString().split('\n').includes(one));
      return listed && type !== undefined ? outputOf(program, get(type)) : listed && Buffer.alloc(0);
    },
  };
}

/** In base64 or hex a picture is up to twice as long. */
const mostOutput = 2 * mostFileBytes + 4096;

/** What a program wrote, nothing where it failed; undefined: it is not there. */
async function outputOf(program: string, args: readonly string[]): Promise<Buffer | undefined> {
  try {
    const { child, started } = startChild(program, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000 });
    const ended = new Promise<number | null>(resolve => child.once('close', resolve));
    const pieces: Buffer[] = [];
    let length = 0;
    child.stdout?.on('data', (piece: Buffer) => {
      length += piece.length;
      if (length > mostOutput) child.kill('SIGKILL');
      else pieces.push(piece);
    });
    await started;
    // what is too large is told to be so, and not that nothing is there
    return (await ended) === 0 || length > mostOutput ? Buffer.concat(pieces) : Buffer.alloc(0);
  } catch {
    return undefined;
  }
}

function endingOf(content: Uint8Array): string {
  const beginning = Buffer.from(content.subarray(0, 12)).toString('latin1');
  if (beginning.startsWith('\xff\xd8')) return 'jpg';
  if (beginning.startsWith('GIF8')) return 'gif';
  return beginning.endsWith('WEBP') ? 'webp' : 'png';
}
