/**
 * Texts of languages that nobody here reads word by word: known only where no word in them could load or start
 * anything, comments and texts included.
 */
import { isPlainAwk } from '../../programs/languages/awk.ts';
import { isPlainSed } from '../../programs/languages/sed.ts';
import { opens, type Reader } from './reader.ts';

/** Of Perl, Ruby, PHP, Lua and their like. */
const loads =
  /`|%x\W|(?<![$@%\w])(require\w*|include\w*|import|use|no|autoload|AUTOLOAD|load\w*|dofile|do(?!\s*[{\n]|\s+\|)|source|package|exec\w*|system|eval\w*|\w*_eval|\w*_exec|open\w*|popen\w*|sysopen|pipe|spawn\w*|fork|syscall|qx|glob|readpipe|dbmopen|tie|dl\w*|ffi|passthru|shell_\w+|proc_\w+|pcntl_\w+|assert|create_function|call_user\w*|func_\w+|preg_replace|array_map|array_filter|usort|register_\w+|unserialize|\w*Reflection\w*|send|__send__|public_send|instance_\w+|class_\w+|module_\w+|define_method|const_get|method|Object|Kernel|Process|IO|Open3|PTY|Binding|binding|TOPLEVEL_BINDING|Marshal|YAML|DATA|ENV|_G|_ENV|setfenv|getfenv|debug|string\.dump|searchers|loaders|rawget|setmetatable|__index|coroutine|lib|can|CORE|DESTROY|goto|BEGIN|__END__|__DATA__)(?!\w)|&\s*[${\w:]+\s*[({;]|->\s*[$@&*(]|\*\s*\{|\$\$|\$\w+\s*\(|\$\{\s*['"\\]|<[$\w\s]*>|\(\?+\{|#\{|\\x|\\[0-7]|\\u|chr\b|pack\b/m;

/** What Perl brings along: pragmas and modules that only compute. */
const harmlessUse =
  /^[ \t]*use[ \t]+(strict|warnings|utf8|integer|v?5[\d.]*|List::Util|POSIX|Data::Dumper|Scalar::Util|Time::Local|JSON::PP)\b[ \t]{0,20}(qw\([\w \t]{0,200}\)|'[\w:]{0,99}'|"[\w:]{0,99}")?[ \t]{0,20};[ \t]{0,20}$/gm;

export const script: Reader = (text, at) => {
  const open = loads.exec(text)?.[0];
  return open === undefined ? [] : [opens(at, open)];
};

/** Its own first line can name options of it, or another interpreter. */
export const perl: Reader = (text, at) => {
  const [first = ''] = text.split('\n', 1);
  if (first.startsWith('#!') && !/^#! ?\/usr\/(local\/)?bin\/(env )?perl( -w)?\s*$/.test(first))
    return [opens(at, first)];
  // what is put in is run as code: `s/a/b/ee`
  for (const [, flags = ''] of text.matchAll(/[^\w\s](\w+)/g))
    if (flags.length < 200 ? /^[msixpodualngcer]*$/.test(flags) && flags.split('e').length > 2 : flags.includes('ee'))
      return [opens(at, flags)];
  return script(text.replace(/^#!.*/, '').replace(harmlessUse, ''), at);
};

export const awk: Reader = (text, at) => (isPlainAwk(text) ? [] : [opens(at)]);

export const sed: Reader = (text, at) => (isPlainSed(text) ? [] : [opens(at)]);

/** Commands of the programs for databases, and the words of SQL that reach beyond it. */
const reaches =
  /^[^\S\n]*[.\\!]|\\|\b(load_extension|readfile|writefile|edit|fts3_tokenizer|load|source|system|copy|outfile|dumpfile|infile|lo_import|lo_export|pg_read\w*|dblink\w*|language|function|procedure|do|execute|call|import|attach|sys_exec)\b/im;

export const sql: Reader = (text, at) => {
  const open = reaches.exec(text)?.[0];
  return open === undefined ? [] : [opens(at, open)];
};

export const other: Reader = (_, at) => [opens(at)];
