/**
 * Programs that run nothing but themselves, whatever files lie about: reviewed one by one. Any other may load code,
 * plug-ins, tasks or settings of the folder or the home.
 */

const names =
  // text in, text out
  'cat tac head tail wc nl od hexdump hd xxd strings rev paste join comm cut tr column fold fmt expand unexpand sort uniq grep egrep fgrep zgrep rg diff cmp sdiff diff3 base64 base32 basenc md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum zcat gzcat bzcat xzcat zstdcat lzcat shuf numfmt factor iconv expr seq basename dirname printenv ' +
  // files, processes, the machine
  'ls dir vdir exa eza tree stat file du df readlink realpath zipinfo uname users who whoami pwd arch tty logname true false : uptime w nproc groups id times hostname date cal ncal free pgrep pstree lshw lscpu lsblk lsusb lspci lsmod vmstat iostat mpstat last lastlog which whereis type apropos whatis getconf locale tput dmesg sleep yes ' +
  'getent lsof ss netstat ps ifconfig locate mlocate plocate journalctl sensors ip sysctl ping ping6 dig host nslookup drill traceroute tracepath whois kill pkill killall chmod chown chgrp sync ' +
  // what writes and packs
  'mkdir touch mktemp mkfifo cp install ln link tee gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 lzma unlzma compress pigz split csplit recode qpdf pdfunite pdfseparate cwebp optipng jpegoptim pdftotext pdftohtml pdftoppm pdfimages pdfinfo dos2unix unix2dos zip unzip ffmpeg ffprobe sox pandoc rm unlink rmdir truncate shred dd find mv ' +
  // compilers, told by their options (below)
  'gcc cc g++ c++ clang clang++ ld as ar ranlib nm objdump objcopy strip size ' +
  // words of the shell, and programs that hand on what is judged by itself
  'break continue return exit shift fg bg caller dirs disown unalias umask ulimit cd pushd popd jobs export declare typeset local readonly trap alias printf read wait unset getopts let set shopt test [ [[ history echo ' +
  'env command fd fdfind flock nice gnice ionice timeout gtimeout nohup builtin time setsid stdbuf exec chrt taskset watch script chronic setarch linux64 systemd-inhibit strace ltrace';

const plain: ReadonlySet<string> = new Set(names.split(' '));

/** Of otherwise plain programs: options that load something, or name a program. */
const loading: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(gcc|cc|g\+\+|c\+\+|clang|clang\+\+|ld|as|ar|nm|objdump|strip)$/,
    /^@|^-(B|specs|wrapper|fplugin|Xclang|plugin|load|T|fuse-ld|ccc|iplugindir)|^--(plugin|config|specs|wrapper|gcc-toolchain|prefix|sysroot|ld-path)|,-+(plugin|dlopen)|^-X(linker|assembler|preprocessor|arch)/,
  ],
  [
    /^(ffmpeg|ffprobe|sox)$/,
    /ladspa|frei0r|lv2|\bmovie=|^-\/|^@|^-\w*pre$|^-\w*preset_file|^-filter_(complex_)?script|^-\w*plugin|^--effects-file/,
  ],
  [/^pandoc$/, /^--(lua|fil|def|data-d|pdf-engine|tem|syntax-d)|^-[a-zA-Z]*[FLd]|\.lua\b/],
  [/^(zip)$/, /^-(T|TT)|^--unzip-command/],
  [/^(sort)$/, /^--comp/],
  [/^(rg)$/, /^--(pre|hostname-bin|config)/],
  [/^(split)$/, /^--fil/],
  [/^(file)$/, /^-\w*[mf]|^--(magic-file|files-from)/],
  [/^(diff|sdiff)$/, /^--diff-program/],
  [/^(mapfile|readarray)$/, /^-\w*C/],
  [/^install$/, /^--strip/],
  [/^(strace|ltrace)$/, /^(-o)?[|!]|^--output=[|!]/],
  [/^qpdf$/, /^@|^--job/],
  [/^ip$/, /^--?b|^exec$/],
];

export function isPlainProgram(name: string, args: readonly string[]): boolean {
  if (!plain.has(name)) return /^(mapfile|readarray)$/.test(name) && !isLoading(name, args);
  return !isLoading(name, args);
}

function isLoading(name: string, args: readonly string[]): boolean {
  return loading.some(([program, option]) => program.test(name) && args.some(arg => option.test(arg)));
}
