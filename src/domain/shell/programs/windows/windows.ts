/**
 * Programs and commands of Windows, as far as they do what is refused elsewhere: where Linux runs beside Windows, they
 * reach all of it.
 *
 * Their names are in small letters and without an ending; options begin with a slash or a dash and may be shortened.
 */

import { asks, asksAnywhere, deletes, persists, refused, refusedOutside } from '../../../policy/finding.ts';
import { type Form, says } from '../../../policy/sentence.ts';
import { kindOf, shown } from '../../paths.ts';
import { type Rule, rulesFor } from '../ground.ts';

const isOption = (arg: string) => /^-\w|^\/\w{1,12}(:.*)?$/.test(arg);
const operandsOf = (args: readonly string[]) => args.filter(arg => !isOption(arg)).map(unquoted);

function unquoted(arg: string): string {
  return arg.replace(/^["']|["',]+$/g, '');
}

/** `/s`, or a dash and any beginning of the name that means no other one. */
function has(args: readonly string[], slash: string, ...names: readonly string[]): boolean {
  return args.some(arg => {
    const bare = arg.toLowerCase().replace(/:.*$/, '');
    if (bare.startsWith('/')) return slash !== '' && bare.split('/').includes(slash);
    return /^-\w/.test(bare) && names.some(name => name.startsWith(bare.slice(1)));
  });
}

/** `whole`: a drive, Windows itself or a home. `away`: elsewhere on a drive or another machine. */
function placeOf(path: string): 'whole' | 'away' | 'own' {
  const text = path.toLowerCase().replaceAll('/', '\\');
  const rest = text.replace(/^(\\mnt)?\\([a-z])(?=\\|$)|^[a-z]:/, '');
  if (/^\\*(\*(\.\*)?)?$/.test(rest) || known.test(rest)) return 'whole';
  if (/^(%\w+%|\$env:|\$home|~)/.test(text)) return 'whole';
  const { place } = kindOf(path);
  if (place === 'root' || place === 'home' || place === 'system') return 'whole';
  return rest !== text || text.startsWith('\\\\') || place === 'away' ? 'away' : 'own';
}

// what bash was given without quotes has lost its backslashes
const known =
  /^\\*(windows|users|winnt|program files|programdata|progra~\d|documents and settings|boot|recovery|system volume information)/;

const takesAway: Rule = (args, _, name) => {
  const paths = operandsOf(args);
  const what = paths.slice(0, 3).map(shown).join(', ') || says`whatever it is given`;
  const isRecursive = has(args, 's', 'recurse');
  const places = paths.map(placeOf);
  if (places.includes('whole'))
    return [refused(says`${name} deletes ${what}, which is a drive, a home or belongs to the system.`)];
  if (isRecursive && (places.includes('away') || has(args, 'q', 'force')))
    return [refusedOutside(says`${name} deletes ${what} and its contents.`)];
  if (isRecursive || paths.length !== 1 || paths.some(path => /[*?]/.test(path)))
    return [asksAnywhere(says`${name} deletes ${what}.`)];
  return [deletes(says`${name} deletes ${what}.`)];
};

const always =
  (why: Form): Rule =>
  (_, __, name) => [refused(says`${name} ${why}.`)];

const machine = says`changes the state of the whole machine`;
const fetches = always(says`accesses the network directly; use web_fetch or web_request`);
const joined = (args: readonly string[]) => args.join(' ').toLowerCase();

/** Refused where its words say so; asked about otherwise. */
const unless =
  (form: RegExp, why: Form): Rule =>
  (args, _, name) => [
    form.test(joined(args)) ? refused(says`${name} ${why}.`) : asks(says`${name} acts on Windows.`, 'high'),
  ];

const registry: Rule = (args, _, name) => {
  const text = joined(args);
  if (/^(query|compare|\/\?)|^export\b/.test(text)) return [asks(says`${name} reads the registry of Windows.`)];
  if (/hk(lm|cr|u\b|cc)|hkey_(local|classes|users|current_config)|^(load|unload|restore)\b/.test(text))
    return [refused(says`${name} changes settings of the whole machine.`)];
  return [
    persists(says`${name} changes the settings of Windows.`, `${name} changes what Windows runs or obeys`, 'high'),
  ];
};

const planned: Rule = (args, ground, name) => {
  if (/^\/(query|\?)/.test(joined(args))) return [asks(says`${name} shows what Windows runs by the clock.`)];
  const run = args.findIndex(arg => /^\/tr$/i.test(arg));
  return [
    persists(says`${name} changes what Windows runs by itself.`, `${name} changes what Windows runs by itself`, 'high'),
    ...(run < 0 ? [] : ground.text(unquoted(args[run + 1] ?? '')).filter(({ level }) => level === 3)),
  ];
};

/** Another Linux beside this one, as any user of it. */
const wsl: Rule = (args, ground, name) => {
  if (args.some(arg => /^--(unregister|shutdown|terminate|uninstall|mount|unmount|import|set-default)/.test(arg)))
    return [refused(says`${name} ends or deletes a whole Linux.`)];
  const begin = args.findIndex(
    (arg, at) => !arg.startsWith('-') && !/^(-[du]|--(distribution|user|cd|shell-type))$/.test(args[at - 1] ?? ''),
  );
  return [
    asks(says`${name} runs something beside Straylight.`, 'high'),
    ...(begin < 0 ? [] : ground.words(args.slice(begin)).filter(({ level }) => level === 3)),
  ];
};

/** What is started counts as itself; as an administrator it is refused. */
const starts: Rule = (args, ground, name) => {
  const words = operandsOf(args);
  return [
    ...(/-verb\s+runas/.test(joined(args)) ? [refused(says`${name} runs something as an administrator.`)] : []),
    asks(says`${name} starts a program.`, 'high'),
    ...words
      .flatMap((_, at) => (at < 8 ? ground.words(args.slice(args.indexOf(words[at] ?? ''))) : []))
      .filter(({ level }) => level === 3),
  ];
};

/** By name, small letters. */
export const windows = rulesFor({
  'del erase rd rmdir remove-item ri rm deltree clear-content clc': takesAway,
  format: unless(/(^|\s)[a-z]:/, says`erases a disk`),
  'diskpart clear-disk format-volume initialize-disk remove-partition clean-disk': always(says`erases a disk`),
  'shutdown restart-computer stop-computer logoff': always(says`shuts this machine down or ends its session`),
  'bcdedit bootrec bootsect vssadmin wbadmin pnputil manage-bde disable-computerrestore fsutil mountvol dism set-mppreference add-mppreference auditpol secedit':
    always(machine),
  cipher: unless(/\/w/, says`destroys what is left of deleted files`),
  'takeown icacls cacls set-acl': (args, _, name) => [
    operandsOf(args).some(path => placeOf(path) === 'whole')
      ? refused(says`${name} changes the rights of a drive, a home or the system.`)
      : asks(says`${name} changes who may use a file.`, 'high'),
  ],
  'net net1': unless(
    /^(user|localgroup|group|accounts)\b.*\/(add|delete|active|domain)|^user \S+ [^/]|^(use|share|session|stop|start)\b/,
    says`changes who may use this machine, its services or its connections`,
  ),
  'new-localuser add-localgroupmember remove-localuser set-localuser enable-localuser dsadd dsrm': always(
    says`changes who may use this machine`,
  ),
  'netsh new-netfirewallrule set-netfirewallprofile remove-netfirewallrule': unless(
    /^(?!.*\bshow\b)/,
    says`changes the firewall or the network`,
  ),
  'runas psexec gsudo': always(says`runs something as another user`),
  'reg regedit set-itemproperty new-itemproperty remove-itemproperty sp': registry,
  'schtasks at register-scheduledtask new-service sc nssm': planned,
  'invoke-webrequest iwr invoke-restmethod irm start-bitstransfer bitsadmin curl wget ftp tftp telnet ssh scp sftp plink pscp':
    fetches,
  certutil: unless(/-(urlcache|verifyctl|ping|decode|f\b.*http)/, says`fetches or unpacks what nobody has seen`),
  'invoke-expression iex': always(says`runs a text that is put together only then`),
  'mshta regsvr32 rundll32 wscript cscript msiexec installutil hh forfiles': unless(
    /https?:|\\\\|javascript:|vbscript:|\/c\b/,
    says`runs what nobody can judge beforehand`,
  ),
  wmic: unless(
    /\b(create|delete|shadowcopy|call|uninstall)\b/,
    says`starts or deletes what nobody can judge beforehand`,
  ),
  'wsl wslconfig': wsl,
  'start start-process saps call': starts,
});
