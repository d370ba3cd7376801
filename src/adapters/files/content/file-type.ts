/**
 * What a file is, by its first bytes; its name only tells apart what looks alike. What a sender claims is not asked.
 */

export interface FileType {
  readonly kind: 'text' | 'image' | 'pdf' | 'binary';
  /** `image/png`, `text/plain`, `application/octet-stream`. */
  readonly mediaType: string;
}

/** What is read by its parts, not as lines alone. */
export type DocumentKind = 'docx' | 'xlsx' | 'csv' | 'tsv' | 'json' | 'jsonl';

/** By the end of a name; undefined: none of them. */
export function documentKind(name: string): DocumentKind | undefined {
  const [, ending = ''] = /\.([a-z]+)$/i.exec(name) ?? [];
  const kind = ending.toLowerCase();
  return kind === 'ndjson' ? 'jsonl' : documentKinds.find(one => one === kind);
}

const documentKinds: readonly DocumentKind[] = ['docx', 'xlsx', 'csv', 'tsv', 'json', 'jsonl'];

/** As many bytes as decide it. */
export const headBytes = 4096;

/** `head` is the beginning of the file, at least {@link headBytes} where it has as many. */
export function fileType(head: Uint8Array, name: string): FileType {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, headBytes));
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const beginning = bytes.toString('latin1', 0, 300);
  // words may begin like a signature; only a PDF can be text all through and is read otherwise
  if (isText(bytes) && !beginning.startsWith('%PDF-'))
    return { kind: 'text', mediaType: texts[extension] ?? 'text/plain' };
  for (const [signature, mediaType] of signatures) if (fits(beginning, signature)) return typed(mediaType, extension);
  return { kind: 'binary', mediaType: 'application/octet-stream' };
}

function typed(mediaType: string, extension: string): FileType {
  if (mediaType.startsWith('image/')) return { kind: 'image', mediaType };
  if (mediaType === 'application/pdf') return { kind: 'pdf', mediaType };
  return { kind: 'binary', mediaType: mediaType === 'application/zip' ? (packed[extension] ?? mediaType) : mediaType };
}

function fits(beginning: string, signature: string): boolean {
  for (let at = 0; at < signature.length; at++)
    if (signature[at] !== '?' && signature[at] !== beginning[at]) return false;
  return true;
}

/** UTF-8 without NUL; a character that the end of `bytes` cuts in two does not count. */
function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** In Latin-1; `?` stands for any byte. The first that fits counts. */
const signatures: readonly (readonly [string, string])[] = [
  ['\xff\xd8\xff', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF????WEBP', 'image/webp'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['????ftypheic', 'image/heic'],
  ['????ftypavif', 'image/avif'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['PK\x05\x06', 'application/zip'],
  ['\x1f\x8b', 'application/gzip'],
  ['BZh', 'application/x-bzip2'],
  ['\xfd7zXZ\0', 'application/x-xz'],
  ['7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'],
  [`${'?'.repeat(257)}ustar`, 'application/x-tar'],
  ['\x7fELF', 'application/x-executable'],
  ['SQLite format 3\0', 'application/vnd.sqlite3'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-ole-storage'],
  ['OggS', 'audio/ogg'],
  ['ID3', 'audio/mpeg'],
  ['fLaC', 'audio/flac'],
  ['RIFF????WAVE', 'audio/wav'],
  ['????ftyp', 'video/mp4'],
  ['\x1aE\xdf\xa3', 'video/x-matroska'],
];

/** What is a zip file inside. */
const packed: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  epub: 'application/epub+zip',
  jar: 'application/java-archive',
};

const texts: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  html: 'text/html',
  htm: 'text/html',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  md: 'text/markdown',
  py: 'text/x-python',
  js: 'text/javascript',
  css: 'text/css',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  toml: 'application/toml',
  sh: 'text/x-shellscript',
  ics: 'text/calendar',
  vcf: 'text/vcard',
};
