/**
 * The programs that only read, and the options with which they do.
 *
 * Left out, with intent: options that run a program (`rg --pre`, `sort --compress-program`), that set something
 * (`date -s`), and those that load code (`file -m`). Of every program here the test
 * test/domain/shell/programs/reading/readers.test.ts has a line for what else it could do.
 */

import { says } from '../../../policy/sentence.ts';
import { type Rule, rulesFor } from '../ground.ts';
import { type ReadingProgram, reading } from './reading.ts';

const sums: ReadingProgram = {
  flags: 'bctwz',
  long: 'binary text tag check quiet status strict warn zero ignore-missing',
  follows: '-c --check',
};
const text: ReadingProgram = { operands: 'text', harmless: true };

const grep: ReadingProgram = {
  flags: 'EFGPivwxcLlqsbHhnTZzaIrRUoy',
  values: 'emABCDdf',
  long: 'extended-regexp fixed-strings basic-regexp perl-regexp ignore-case no-ignore-case invert-match word-regexp line-regexp count color colour files-without-match files-with-matches only-matching quiet silent no-messages byte-offset with-filename no-filename line-number initial-tab null text recursive dereference-recursive binary null-data line-buffered help version',
  longValues:
    'regexp file max-count label after-context before-context context binary-files devices directories exclude exclude-from exclude-dir include color',
  operands: 'pattern',
  files: '-f --file --exclude-from',
  here: '-r -R --recursive --dereference-recursive -d --directories',
  count: true,
};

const table: Readonly<Record<string, ReadingProgram>> = {
  // text in, text out
  'cat tac': {
    flags: 'AbeEnstTuv',
    long: 'show-all number number-nonblank show-ends show-tabs squeeze-blank show-nonprinting help version',
  },
  'head tail': {
    flags: 'qvzfFr',
    values: 'nc',
    long: 'quiet silent verbose zero-terminated follow retry help version',
    longValues: 'lines bytes pid sleep-interval',
    count: true,
  },
  wc: { flags: 'lwcmL', long: 'lines words bytes chars max-line-length help version', longValues: 'total' },
  nl: {
    values: 'bdfhilnpsvw',
    flags: 'p',
    longValues: 'body-numbering number-width number-separator starting-line-number',
  },
  'od hexdump hd': {
    flags: 'bcdDoOsxXCv',
    values: 'AjNSwtne',
    longValues: 'address-radix format read-bytes skip-bytes',
    long: 'canonical',
  },
  xxd: { flags: 'abeEiprRu', values: 'cglso', writesFrom: 1 },
  strings: { flags: 'afwo', values: 'nte', longValues: 'bytes radix encoding', long: 'all', count: true },
  'rev paste join comm': {
    flags: 'szi123a',
    values: 'dtovjae12',
    long: 'serial check-order nocheck-order header zero-terminated total',
    longValues: 'delimiters output-delimiter',
  },
  cut: {
    flags: 'snz',
    values: 'dfcb',
    long: 'only-delimited complement zero-terminated',
    longValues: 'delimiter fields characters bytes output-delimiter',
  },
  tr: {
    flags: 'cCdst',
    long: 'complement delete squeeze-repeats truncate-set1',
    operands: 'text',
    harmless: true,
  },
  column: {
    flags: 'tnexJLR',
    values: 'socNlHWEOT',
    long: 'table json',
    longValues: 'separator output-separator table-columns table-hide table-order table-right table-name',
  },
  'fold fmt expand unexpand': {
    flags: 'bsctui',
    values: 'wtpg',
    long: 'spaces bytes',
    longValues: 'width tabs',
    count: true,
  },
  sort: {
    flags: 'bdfgiMhnRrVcCmsuz',
    values: 'kStTo',
    long: 'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort human-numeric-sort numeric-sort random-sort reverse version-sort check merge stable unique zero-terminated debug help version',
    longValues: 'key buffer-size field-separator output parallel sort check',
    output: '-o --output -T',
  },
  uniq: {
    flags: 'cdDiuz',
    values: 'fsw',
    long: 'count repeated all-repeated ignore-case unique zero-terminated',
    longValues: 'skip-fields skip-chars check-chars group all-repeated',
    writesFrom: 1,
  },
  'grep egrep fgrep zgrep': grep,
  rg: {
    flags: 'FLNPSUVacHhilnopqsuvwxz0I.',
    values: 'ABCEMTefgjmrtd',
    long: 'files-with-matches files-without-match files hidden no-ignore ignore-case smart-case case-sensitive fixed-strings word-regexp line-regexp line-number no-line-number count count-matches only-matching multiline multiline-dotall heading no-heading json pretty vimgrep stats pcre2 invert-match text trim null follow column with-filename no-filename quiet no-messages unrestricted passthru crlf no-config type-list one-file-system search-zip no-ignore-vcs help version',
    longValues:
      'glob iglob type type-not context after-context before-context regexp file max-count max-depth max-columns max-filesize replace color colors sort sortr threads encoding engine',
    operands: 'pattern',
    noPattern: '--files',
    files: '-f --file',
    here: true,
  },
  'ag ack': {
    flags: 'ilnwvQscHhaLoru',
    values: 'ABCmG',
    long: 'ignore-case literal files-with-matches hidden',
    operands: 'pattern',
    here: true,
    obeys: says`the file .ackrc or .agignore of the folder or the home`,
  },
  'diff colordiff cmp sdiff diff3': {
    flags: 'uqsybwiBaNrEZtTpclndeR',
    values: 'UCWxXIFL',
    long: 'unified brief side-by-side ignore-case ignore-all-space ignore-blank-lines ignore-space-change recursive new-file text color suppress-common-lines report-identical-files minimal context normal ed no-dereference strip-trailing-cr show-c-function verbose print-bytes silent quiet help version',
    longValues: 'unified context width exclude color label bytes ignore-initial ignore-matching-lines',
    files: '-X',
  },
  xmllint: { long: 'format noout noblanks html recover pretty', longValues: 'xpath encode' },
  'base64 base32 basenc': {
    flags: 'dDi',
    values: 'w',
    long: 'decode ignore-garbage base64 base64url base16 help version',
    longValues: 'wrap',
  },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum': { ...sums, values: 'a' },
  'zcat gzcat bzcat xzcat zstdcat lzcat': { flags: 'fqv' },
  'less more most': {
    obeys: says`the file .lesskey of the home`,
    flags: 'NSRXFEirgGIMmnsq',
    long: 'RAW-CONTROL-CHARS no-init quit-if-one-screen help version',
    allowed: /^[^+]/,
  },
  'bat batcat': {
    flags: 'pnPA',
    values: 'lrH',
    long: 'plain number show-all',
    longValues: 'language line-range style color paging theme',
    obeys: says`its settings in the home`,
  },
  shuf: {
    flags: 'erz',
    values: 'nio',
    longValues: 'head-count input-range output',
    long: 'echo repeat',
    output: '-o --output',
  },
  'numfmt factor': {
    long: 'to-unit',
    longValues: 'to from field suffix padding delimiter format',
    values: 'd',
    operands: 'text',
    harmless: true,
  },
  iconv: {
    values: 'fto',
    flags: 'lcs',
    longValues: 'from-code to-code output',
    long: 'list',
    output: '-o --output',
  },
  'expr seq basename dirname printenv': {
    operands: 'text',
    harmless: true,
    flags: 'wazefdrswxnLhpSbcugktGONo0',
    values: 'ss',
    long: 'equal-width multiple zero',
    longValues: 'separator suffix format',
  },
  bc: { flags: 'lqiws', long: 'mathlib quiet standard warn', longValues: '' },
  top: { flags: 'bcHiS', values: 'ndpuow', operands: 'none' },
  // files and folders
  'ls dir vdir exa eza lsd': {
    looks: true,
    flags: 'aABcdfFgGhHiklLmnNopqQrRsStuUvxXZ1T@e',
    values: 'IwT',
    long: 'all almost-all author classify directory dereference human-readable inode no-group numeric-uid-gid recursive reverse size full-time color group-directories-first file-type literal si kibibytes escape long tree git header icons help version',
    longValues: 'color sort time time-style format ignore hide block-size indicator-style width level',
    here: true,
  },
  tree: {
    looks: true,
    // not -R, which writes a page into each folder
    flags: 'adfxlpsughDFqNQinCASrtcUvJX',
    values: 'LPIHTo',
    long: 'dirsfirst noreport du gitignore prune inodes device si filesfirst help version',
    longValues: 'filelimit charset timefmt sort',
    output: '-o',
    here: true,
  },
  stat: {
    looks: true,
    flags: 'Lftxr',
    values: 'c',
    long: 'dereference file-system terse help version',
    longValues: 'format printf cached',
  },
  file: {
    looks: true,
    flags: 'bhikLNnprs0zZ',
    values: 'Fe',
    long: 'brief mime mime-type mime-encoding dereference keep-going extension no-pad help version',
    longValues: 'separator',
  },
  du: {
    looks: true,
    flags: 'abchHkmsSxlL0D',
    values: 'dtB',
    long: 'all apparent-size bytes total human-readable summarize one-file-system count-links dereference si null time inodes help version',
    longValues: 'max-depth threshold exclude block-size time',
    here: true,
  },
  df: {
    flags: 'ahHiklPT',
    values: 'txB',
    long: 'all human-readable inodes local portability print-type si total help version',
    longValues: 'type exclude-type block-size output',
  },
  'readlink realpath': {
    looks: true,
    flags: 'femnqsvzLP',
    long: 'canonicalize canonicalize-existing canonicalize-missing no-newline zero strip',
    longValues: 'relative-to relative-base',
  },
  'zipinfo lsar': { flags: 'lsmvht1zT' },
  'ffprobe mediainfo': {
    oneDash: true,
    long: 'show_format show_streams hide_banner pretty show_chapters show_frames count_frames show_entries Full',
    longValues: 'v loglevel of print_format show_entries select_streams i Output Inform output_format',
    files: '-i -Output -Inform',
    obeys: says`what a list or a film names as its parts`,
  },
  'identify exiftool': {
    flags: 'bjsSaGntv',
    oneDash: true,
    long: 's b j a G n S verbose ping v box meta',
    longValues: 'format f l',
    // `msl:`, `ephemeral:`, `label:@file`, `|program`: more than the file of that name
    allowed: /^[^:|=@]+$/,
    obeys: says`its settings in the home, and what a picture names as its parts`,
  },
  pdfinfo: { flags: 'v', oneDash: true, long: 'box meta', longValues: 'f l' },
  // the machine
  uname: {
    flags: 'asnrvmpio',
    long: 'all kernel-name nodename kernel-release kernel-version machine processor operating-system help version',
    operands: 'none',
  },
  'users who': { flags: 'abdHlmpqrsTtu', long: 'all heading count help version' },
  'whoami pwd arch tty logname true false : uptime w nproc groups id dirs times': {
    flags: 'LPpsaugGnrbHmqtf',
    long: 'all pretty since user group groups name real logical physical help version',
    longValues: 'ignore',
    operands: 'text',
    harmless: true,
  },
  // not -f, -i, -d or -A, which ask the network for its name
  hostname: { flags: 'sI', long: 'short all-ip-addresses help version', operands: 'none' },
  date: {
    flags: 'uRIj',
    values: 'drfv',
    long: 'utc universal rfc-email iso-8601 help version',
    longValues: 'date reference rfc-3339 iso-8601',
    files: '-f -r --reference',
    allowed: /^\+/,
  },
  'cal ncal': { flags: '13jymSMwhbC', values: 'ABdHn', operands: 'text', harmless: true },
  free: {
    flags: 'bkmghwtlv',
    values: 'sc',
    long: 'bytes kibi mebi gibi human wide total help version',
    operands: 'none',
  },
  'pgrep pstree': {
    flags: 'AaefFjlNcmhlxvopnGtiZXu',
    values: 'CpUutgGOqsd',
    long: 'list-name full exact newest oldest help version',
    longValues: 'pid',
    operands: 'text',
  },
  lshw: {
    oneDash: true,
    long: 'short html xml json businfo sanitize numeric quiet notime version help',
    longValues: 'class C c disable enable',
    operands: 'none',
  },
  'lscpu lsblk lsusb lspci lsmod vmstat iostat mpstat': {
    flags: 'aefJlmnoPprSstVvxbdhkAICTDt',
    values: 'oscd',
    long: 'json all bytes list paths fs short',
    longValues: 'output',
    operands: 'text',
  },
  'last lastlog': { flags: 'aFiwRx', values: 'n', operands: 'text', count: true },
  'which whereis type': { flags: 'aspPtbmf', long: 'all', operands: 'text', harmless: true },
  'apropos whatis info': {
    flags: 'kfawWKi',
    values: 'sSm',
    long: 'apropos whatis where all help version',
    // `info ./file` shows that file
    obeys: says`the file .manpath or .infokey of the home`,
  },
  help: { flags: 'dms', operands: 'text', harmless: true },
  'getconf locale': { flags: 'akm', operands: 'text' },
  tput: { operands: 'text', values: 'T' },
  dmesg: { flags: 'HTtxkuLew', values: 'lf', long: 'human ctime kernel userspace color', longValues: 'level facility' },
  sleep: text,
  yes: text,
  // the shell's own
  'break continue return exit shift fg bg caller': { operands: 'text', harmless: true, count: true },
  disown: { flags: 'arh', operands: 'text', harmless: true },
  unalias: { flags: 'a', operands: 'text', harmless: true },
  umask: { flags: 'pS', operands: 'text', harmless: true },
  ulimit: { flags: 'SHabcdefiklmnpqrstuvxPRT', operands: 'text', harmless: true },
};

export const readers: ReadonlyMap<string, Rule> = rulesFor(
  Object.fromEntries(Object.entries(table).map(([names, program]) => [names, reading(program)])),
);
