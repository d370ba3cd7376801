/**
 * What a few programs print, where their arguments and their input are known: enough to see a command that was only put
 * into other letters (`$(echo rm)`, `echo cm0= | base64 -d`). Nothing is run.
 */

/** Undefined: not one of them, or not to be known. */
export function printed(name: string, args: readonly string[], input: string | undefined): string | undefined {
  const options = args.filter(arg => arg.startsWith('-')).join(' ');
  switch (name) {
    case 'echo':
      return echoed(args);
    case 'printf':
      return formatted(args);
    case 'cat':
      return args.length === 0 ? input : undefined;
    case 'rev':
      return args.length === 0
        ? input
            ?.split('\n')
            .map(line => [...line].reverse().join(''))
            .join('\n')
        : undefined;
    case 'which':
      return args.length === 1 ? args[0] : undefined;
    case 'command':
      return args[0] === '-v' ? args[1] : undefined;
    case 'base64':
      return /^(-d|-D|--decode|-di)$/.test(options) && args.length === 1 ? fromBase64(input) : undefined;
    case 'xxd':
      return /^(-r -p|-p -r|-rp|-pr)$/.test(options) ? fromHex(input) : undefined;
    default:
      return undefined;
  }
}

function echoed(args: readonly string[]): string {
  const first = args.findIndex(arg => !/^-[neE]+$/.test(arg));
  const options = first < 0 ? args : args.slice(0, first);
  const text = (first < 0 ? [] : args.slice(first)).join(' ');
  return options.some(option => option.includes('e')) ? unescaped(text) : text;
}

/** The format is used once: what comes after the first round is not needed to recognise anything. */
function formatted([format = '', ...values]: readonly string[]): string | undefined {
  if (format.startsWith('-')) return undefined;
  let at = 0;
  return unescaped(format).replace(/%(?:%|[-0-9.]*([sbdixXoqcu]))/g, (whole, kind: string | undefined) => {
    if (kind === undefined) return '%';
    const value = values[at++] ?? '';
    if (kind === 'b') return unescaped(value);
    return kind === 's' || kind === 'd' ? value : whole;
  });
}

const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '', b: '', f: '\f', v: '\v', e: '' };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|(.))/g,
    (_, hex?: string, unicode?: string, octal?: string, letter?: string) => {
      const code = hex ?? unicode;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return letters[letter ?? ''] ?? letter ?? '';
    },
  );
}

function fromBase64(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : atob(text.replace(/\s/g, ''));
  } catch {
    return undefined;
  }
}

function fromHex(text: string | undefined): string | undefined {
  return text?.replace(/\s/g, '').replace(/[0-9a-f]{2}/gi, byte => String.fromCharCode(Number.parseInt(byte, 16)));
}
