/**
 * The shapes in which one secret value travels.
 *
 * A value leaves in the form its carrier wants: escaped in JSON, encoded in a URL or a form, in base64 in a header.
 * Each is listed here once, so that looking for a secret is looking for a fixed set of texts.
 *
 * In base64 three bytes become four characters, so what a value looks like depends on how many bytes stand before it.
 * For each of the three cases the characters that depend on the value alone are taken; the one at either edge that a
 * neighbour shares carries at most five bits of it and stays.
 */

/** Every text under which `value` may appear, itself first; none shorter than the shortest a search may look for. */
export function formsOf(value: string): readonly string[] {
  const whole = value.toWellFormed();
  const lines = whole.split(/\r?\n/);
  // A key of many lines may be shown in part, indented or with other line ends.
  const texts = lines.length > 1 ? [whole, lines.join('\r\n'), ...lines.filter(isTelling)] : [whole];
  const forms = texts.flatMap(text => {
    const bytes = new TextEncoder().encode(text);
    // a dump shows the bytes one by one
    const shown = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
    return [text, shown, ...escaped(text), ...percentEncoded(text, bytes), ...base64(bytes), ...hex(bytes)];
  });
  return [...new Set(forms)].filter(form => form.length >= shortestForm);
}

/** No form is shorter, so that no accidental run of letters is taken for a secret. */
export const shortestForm = 6;

/** A line that only this secret has: long, and not the frame of a key file. */
function isTelling(line: string): boolean {
  return line.trim().length >= 20 && !line.startsWith('-----');
}

function escaped(text: string): readonly string[] {
  const json = inJson(text);
  // As serialisers write it that keep to ASCII, that keep to what is harmless in HTML, and that escape all; in either
  // case of letters.
  const unicode = [
    /[\u007f-\uffff]/g,
    /[<>&'+"=`/\u007f-\uffff]/g,
    /[<>&'\u007f-\uffff]/g,
    /[<>&\u2028\u2029]/g,
    /[\s\S]/g,
  ].flatMap(those => [inUnicode(text, those, false), inUnicode(text, those, true)]);
  const inner = [json, json.replaceAll('/', '\\/'), ...unicode];
  return [
    ...inner,
    // JSON within JSON, once and twice
    ...inner.flatMap(once => [inJson(once), inJson(inJson(once))]),
    // in single quotes of a shell, and with its signs escaped one by one
    text.replaceAll("'", "'\\''"),
    text.replace(/[^\w@%+=:,./\u0080-\uffff-]/g, char => `\\${char}`),
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  ];
}

/** JSON with `those` characters as `\uXXXX`. A quote or backslash among them is escaped so and in no other way. */
function inUnicode(text: string, those: RegExp, inCapitals: boolean): string {
  return text
    .split(/()/u)
    .map(part => {
      if (!part.match(those)) return inJson(part);
      return Array.from({ length: part.length }, (_, at) => {
        const hexadecimal = part.charCodeAt(at).toString(16).padStart(4, '0');
        return `\\u${inCapitals ? hexadecimal.toUpperCase() : hexadecimal}`;
      }).join('');
    })
    .join('');
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function percentEncoded(text: string, bytes: Uint8Array): readonly string[] {
  const component = encodeURIComponent(text);
  // RFC 3986 reserves five characters more; the form encoding also `~`, has `+` for a space and keeps `*`.
  const strict = component.replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = strict.replaceAll('%20', '+').replaceAll('~', '%7E').replaceAll('%2A', '*');
  const every = Array.from(bytes, percent).join('');
  const most = Array.from(bytes, byte => (isLetterOrDigit(byte) ? String.fromCharCode(byte) : percent(byte))).join('');
  const upper = [component, strict, form, component.replaceAll('%20', '+'), encodeURI(text), most, every];
  const single = upper.flatMap(encoded => [encoded, encoded.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase())]);
  // an address within an address
  return [...single, ...single.map(encoded => encoded.replaceAll('%', '%25'))];
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

function isLetterOrDigit(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

function base64(bytes: Uint8Array): readonly string[] {
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return [0, 1, 2].flatMap(before => {
    const encoded = btoa('\0'.repeat(before) + binary);
    const start = Math.ceil((before * 8) / 6);
    const open = encoded.slice(start, Math.floor(((before + bytes.length) * 8) / 6));
    // Where the value is the last thing encoded, its last character and the padding are its own too.
    const closed = encoded.slice(start);
    const standard = [open, closed.replace(/=+$/, ''), closed];
    const inUrl = standard.map(text => text.replaceAll('+', '-').replaceAll('/', '_'));
    // programs that print it break its lines, and addresses and JSON escape its signs
    const broken =
      before > 0 ? [] : [64, 76].flatMap(width => ['\n', '\r\n', '\\n'].map(end => inLines(closed, width, end)));
    const carried = standard.flatMap(text => [encodeURIComponent(text), text.replaceAll('/', '\\/')]);
    return [...standard, ...inUrl, ...broken, ...carried];
  });
}

function inLines(text: string, width: number, end: string): string {
  return text.replace(new RegExp(`.{${width}}(?=.)`, 'g'), line => line + end);
}

function hex(bytes: Uint8Array): readonly string[] {
  const lower = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return [lower, lower.toUpperCase()];
}
