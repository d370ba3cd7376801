/** Programs for the machine itself, for other machines, and for the rights on both. */

import { asks, asksAnywhere, asksDirectly, type Finding, leaves, persists, refused } from '../../policy/finding.ts';
import { type Form, says } from '../../policy/sentence.ts';
import { kindOf, readFindings, shown, writeFindings } from '../paths.ts';
import { type Rule, rulesFor } from './ground.ts';
import { means } from './options.ts';

const always =
  (why: Form): Rule =>
  (_, __, name) => [refused(says`${name} ${why}.`)];

/** As root: what it would run as root is looked at too, so that all reasons are named. */
const asRoot: Rule = (args, ground, name) => {
  const begin = args.findIndex((arg, at) => !arg.startsWith('-') && !/^-[ugpChrtT]$/.test(args[at - 1] ?? ''));
  const inner = begin < 0 || name === 'su' ? [] : ground.words(args.slice(begin)).filter(({ level }) => level === 3);
  return [refused(says`${name} runs something as another user, or as root.`), ...inner];
};

const fetches: Rule = (_, __, name) => [
  refused(says`${name} accesses the network directly; use web_fetch or web_request.`),
];
const connects: Rule = (_, __, name) => [refused(says`${name} connects this machine to another one.`)];

const mode: Rule = (args, { cwd }, name) => {
  const [what = '', ...paths] = args.filter(arg => !/^-[a-zA-Z]+$|^--/.test(arg) || /^[-+=][rwxXst]+$/.test(arg));
  const isRecursive = args.some(arg => /^-[a-zA-Z]*R/.test(arg) || means(arg, 'recursive'));
  const found: Finding[] = [
    ...(name === 'chmod' && locksOut.test(what)
      ? [
          asksAnywhere(
            says`It takes the right to read or write ${paths.slice(0, 3).map(shown).join(', ')} from its owner.`,
            'high',
          ),
        ]
      : []),
    ...paths.flatMap(path =>
      writeFindings(path, cwd, 'changes who may run').filter(({ lasting }) => lasting === 'persists'),
    ),
    asks(says`${name} changes who may use ${paths.slice(0, 3).map(shown).join(', ') || says`a file`}.`, 'high'),
  ];
  if (
    name === 'chmod' &&
    (/^0*[1-7]?[2-7][0-7]{3}$/.test(what) || /[ugoa]*[+=][rwxX]*s/.test(what)) &&
    !/^0*1[0-7]{3}$/.test(what)
  )
    found.push(refused('It lets a program run with the rights of its owner, and not of the user that starts it.'));
  for (const path of paths) {
    const { place } = kindOf(path, cwd);
    if (place === 'root' || place === 'system' || place === 'device' || (place === 'home' && isRecursive))
      found.push(
        refused(says`It changes the rights of ${shown(path)}, which belongs to the system or is a whole home.`),
      );
  }
  return found;
};

/** Modes that leave the owner without a right: `000`, `a-rwx`, `u-r`, `=`. */
const locksOut = /^0*[0-3][0-7]{2}$|^0+$|(^|,)(u|[ugo]*u[ugo]*|a|)(-[rwxX]*[rw]|=[xXst]*(,|$))/;

const kill: Rule = (args, _, name) => {
  if (/^(-l|-L|--list|-0)$/.test(args[0] ?? '')) return [];
  if (args.at(-1) === '-1' && args.length > 1) return [refused('It stops every process there is.')];
  return [asks(says`${name} stops a running program.`, 'high')];
};

const systemctl: Rule = (args, _, name) => {
  const [verb = ''] = args.filter(arg => !arg.startsWith('-'));
  const odd = args.find(arg => /^-[a-zA-Z]*[HM]/.test(arg) || means(arg, 'host', 'machine'));
  if (odd !== undefined) return [asks(says`${name} ${shown(odd)} goes to another machine.`, 'high')];
  if (/^(status|show|cat|list-\w+|is-\w+|get-default|help|)$/.test(verb)) return [];
  if (
    /^(enable|reenable|preset|link|add-wants|add-requires|set-property|set-environment|import-environment)$/.test(verb)
  )
    return [
      persists(
        says`${name} ${verb} changes a service of this machine.`,
        `${name} ${verb}: the machine starts it by itself`,
        'high',
      ),
    ];
  if (
    /^(poweroff|reboot|halt|kexec|suspend|hibernate|hybrid-sleep|rescue|emergency|isolate|exit|switch-root|soft-reboot|mask|edit|link|set-default)$/.test(
      verb,
    )
  )
    return [refused(says`${name} ${verb} changes the state of the whole machine.`)];
  return [asks(says`${name} ${shown(verb)} changes a service of this machine.`, 'high')];
};

const readingVerbs =
  /^(ps|images|image ls|image list|container ls|container list|logs|version|info|stats|top|diff|port|history|compose ps|compose logs|compose ls|volume ls|network ls|context ls|system df|--version|)$/;
/** They show settings and environments, where secrets are. */
const showingVerbs = /^(inspect|(image|container|volume|network|config) inspect|compose config)$/;

const docker: Rule = (args, ground, name) => {
  const words = args.filter(arg => !arg.startsWith('-'));
  const verb = args[0]?.startsWith('--version') ? '--version' : (words[0] ?? '');
  const odd = args.find(arg => /^-[cH]|^--(host|context|config|tls\w*|url|connection|remote|identity)(=|$)/.test(arg));
  if (odd !== undefined && args.indexOf(odd) <= args.indexOf(verb))
    return [asks(says`${name} ${shown(odd)} goes to another engine, or by other settings.`, 'high')];
  const engine = asksDirectly(says`${name} asks the engine of this machine, or the one its settings name.`);
  if (readingVerbs.test(verb) || readingVerbs.test(words.slice(0, 2).join(' '))) return [engine];
  if (showingVerbs.test(verb) || showingVerbs.test(words.slice(0, 2).join(' '))) return [{ ...engine, level: 1 }];
  const reach = args.find(
    (arg, at) =>
      /^--(privileged|pid=host|ipc=host|userns=host|net(work)?=host|cap-add|device|security-opt)/.test(arg) ||
      /docker\.sock/.test(arg) ||
      isMount(args[at - 1], arg),
  );
  const found: Finding[] = [asks(says`${name} ${verb} starts or changes containers on this machine.`, 'high')];
  if (reach !== undefined) found.push(refused(says`${name} ${shown(reach)} hands a container the machine itself.`));
  if (verb === 'run' || verb === 'exec') found.push(...ground.words(words.slice(2)).filter(({ level }) => level === 3));
  return found;
};

/** A folder of the system, a home or the root, mounted. */
function isMount(before: string | undefined, arg: string): boolean {
  const path = /^(?:-v|--volume|--mount)$/.test(before ?? '')
    ? arg
    : (/^(?:-v|--volume=|--mount=)(.+)$/.exec(arg)?.[1] ?? '');
  if (path === '') return false;
  const source = /(?:source|src)=([^,]+)/.exec(path)?.[1] ?? path.split(':')[0] ?? '';
  return source.startsWith('/') || source.startsWith('~')
    ? /^(root|home|system|device)$/.test(kindOf(source).place)
    : false;
}

const crontab: Rule = (args, ground, name) =>
  args.length === 1 && args[0] === '-l'
    ? [asksDirectly(says`${name} shows what this machine runs by the clock.`)]
    : [
        persists(
          'It changes what this machine runs by the clock.',
          'It changes the crontab: the machine runs it by the clock',
          'high',
        ),
        ...args
          .filter(arg => !arg.startsWith('-'))
          .flatMap(path => writeFindings(path, ground.cwd).filter(({ level }) => level > 2)),
      ];

/** Once, at a time that is named. */
const later: Rule = (args, ground, name) =>
  /^-[lqc]/.test(args[0] ?? '')
    ? [asksDirectly(says`${name} shows what this machine runs by the clock.`)]
    : [
        persists(
          'It changes what this machine runs by the clock.',
          `${name}: the machine runs it by the clock`,
          'high',
        ),
        ...(ground.input === undefined ? [] : ground.text(ground.input).filter(({ level }) => level === 3)),
      ];

const mount: Rule = (args, _, name) =>
  args.length === 0 || args[0] === '-l' ? [] : [refused(says`${name} changes the file systems of this machine.`)];

const sysctl: Rule = (args, _, name) =>
  args.every(arg => /^-[aAbeNnXqr]+$|^--(all|values|names|ignore|help|version|pattern)$|^\w[\w.*/-]*$/.test(arg))
    ? []
    : [refused(says`${name} changes the kernel’s settings.`)];

const ip: Rule = (args, _, name) => {
  const words = args.filter(arg => !arg.startsWith('-'));
  const odd = args.find(
    arg =>
      arg.startsWith('-') &&
      !/^--?(4|6|B|M|0|s|d|h|j|p|o|t|ts|br|brief|json|pretty|color(=\w+)?|c|details|statistics|stats|oneline|human|V|Version|family)$/.test(
        arg,
      ),
  );
  return odd === undefined && (words.length <= 1 || /^(show|list|ls|get)$/.test(words[1] ?? ''))
    ? []
    : [asks(says`${name} ${words.slice(0, 2).join(' ')} changes the network of this machine.`, 'high')];
};

/** Asks the network for a name: that alone can carry something out. */
const asksNetwork: Rule = (_, __, name) => [
  asks(says`${name} asks the network for what it is given, which can carry data out.`, 'high'),
];

const openssl: Rule = (args, { cwd }, name) => {
  if (args[0] === 's_client' || args[0] === 's_server')
    return [refused(says`${name} connects this machine to another one.`)];
  if (args[0] === 'version') return [];
  return [
    asks(says`${name} works with keys and certificates.`, 'high'),
    ...args.flatMap(path => readFindings(path, cwd, 1)),
    ...args.flatMap((arg, at) => (/^-(key)?out$/.test(arg) ? writeFindings(args[at + 1] ?? '', cwd) : [])),
  ];
};

/**
 * What only looks at what is installed: the verbs, and the options a call may have. What asks a server is not among
 * them.
 */
const installed: Readonly<Record<string, RegExp>> = {
  apt: /^(list|search|show|policy|depends|rdepends|madison|--installed|--upgradable|-a|--all-versions|-n|--names-only|\w[\w.+:*-]*)$/,
  dpkg: /^(-[lLsSpPW]|--list|--listfiles|--status|--search|--print-architecture|--print-avail|--get-selections|--audit|[\w/][\w.+:*/-]*)$/,
  rpm: /^(-q[aliRcdfp]*|--query|--all|--list|--info|[\w/][\w.+:*/-]*)$/,
  pacman: /^(-Q[a-z]*|[\w/][\w.+:*/-]*)$/,
  brew: /^(list|ls|leaves|deps|config|--prefix|--cellar|--versions|--cask|--formula|-1|\w[\w.+@-]*)$/,
};
const lookingVerb: Readonly<Record<string, RegExp>> = {
  apt: /^(list|search|show|policy|depends|rdepends|madison)$/,
  dpkg: /^(-[lLsSpW]|--list|--listfiles|--status|--search|--print-architecture|--print-avail|--get-selections|--audit)$/,
  rpm: /^(-q[a-zA-Z]*|--query)$/,
  pacman: /^-Q[a-z]*$/,
  brew: /^(list|ls|leaves|deps|config|--prefix|--cellar)$/,
};
const sameAs: Readonly<Record<string, string>> = { 'apt-get': 'apt', aptitude: 'apt' };

const packages: Rule = (args, { cwd }, name) => {
  if (args.length === 0 || (args.length === 1 && /^(--version|--help|-V|-h|help|version)$/.test(args[0] ?? '')))
    return [];
  const kind = sameAs[name] ?? name;
  const [verb = ''] = args;
  if (lookingVerb[kind]?.test(verb) && args.every(arg => installed[kind]?.test(arg)))
    return args.flatMap(arg => (arg.startsWith('-') ? [] : readFindings(arg, cwd)));
  return [
    leaves(says`${name} ${shown(verb)} changes the programs of this machine, or asks a server for them.`, 'high'),
  ];
};

export const machine = rulesFor({
  'sudo sudoedit doas pkexec su runuser run0 gosu su-exec': asRoot,
  'curl wget wget2 aria2c http https httpie xh lynx w3m links elinks fetch axel youtube-dl': fetches,
  'nc ncat netcat nc.openbsd nc.traditional socat telnet ssh scp sftp ftp tftp lftp mosh rsh rlogin rexec sshpass autossh sshfs ngrok cloudflared frpc chisel proxychains proxychains4 torsocks':
    connects,
  'chmod chown chgrp setfacl chattr setcap': mode,
  'kill pkill killall xkill skill': kill,
  'shutdown reboot poweroff halt init telinit': always(says`shuts this machine down or restarts it`),
  'useradd adduser userdel deluser usermod groupadd groupdel groupmod gpasswd passwd chpasswd chsh chfn visudo vipw newusers':
    always(says`changes who may use this machine`),
  'iptables ip6tables nft ufw firewall-cmd ebtables arptables': always(says`changes the firewall`),
  'insmod modprobe rmmod depmod kexec': always(says`changes the kernel`),
  'chroot nsenter pivot_root switch_root': (args, ground, name) => [
    refused(says`${name} runs something in another root of the machine.`),
    ...ground.words(args.slice(1)).filter(({ level }) => level === 3),
  ],
  'mount umount swapon swapoff losetup': mount,
  'systemctl service loginctl machinectl': systemctl,
  'hostnamectl timedatectl localectl': systemctl,
  'docker podman nerdctl': docker,
  'docker-compose podman-compose': (args, ground) => docker(['compose', ...args], ground, 'docker'),
  crontab,
  'at batch atrm': later,
  sysctl,
  ip,
  'ping ping6 dig host nslookup drill traceroute tracepath mtr whois': asksNetwork,
  openssl,
  'apt apt-get aptitude dpkg dnf yum rpm zypper pacman apk brew snap flatpak port nix-env emerge': packages,
});
