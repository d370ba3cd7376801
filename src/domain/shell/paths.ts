/**
 * Which files are more than files: secrets, settings that programs obey, and the parts of a machine that are not to be
 * touched.
 *
 * A path is judged after it has been put in order: doubled slashes, `.` and `..` gone, letters small, a home written
 * `~`.
 */
import { actsLater } from '../policy/acts-later.ts';
import { asks, type Finding, type Level, raised } from '../policy/finding.ts';
import { fileFinding, recordFile } from '../policy/own-records.ts';
import { isRepositoryFile } from '../policy/repository-files.ts';
import { anyUnknown, isUnclear } from './grammar/unknown.ts';

/**
 * `secret`: a private key or a token. `sensitive`: may hold one. `system`: the machine's own. `away`: outside the
 * agent's folders.
 */
export interface PathKind {
  readonly privacy?: 'sensitive' | 'secret';
  readonly isConfig: boolean;
  /** What acts later because of it, as the end of a sentence. */
  readonly later?: string;
  readonly place: 'own' | 'temporary' | 'away' | 'system' | 'device' | 'root' | 'home';
  /** As it is shown. */
  readonly path: string;
}

/** `cwd`: where a relative path begins, relative itself to the workspace. */
export function kindOf(path: string, cwd = '.'): PathKind {
  const { whole: _, ...kind } = located(path, cwd);
  return kind;
}

/** The same, with the path as it was put in order. */
function located(path: string, cwd: string): PathKind & { readonly whole: string } {
  const whole = inOrder(path.startsWith('/') || path.startsWith('~') ? path : `${cwd}/${path}`);
  const parts = whole.split('/');
  const privacy = privacyOf(parts, whole);
  const later = actsLater(whole) ?? (isRepositoryFile(parts) ? 'git does what it says' : undefined);
  return {
    ...(privacy ? { privacy } : {}),
    isConfig: later !== undefined || whole.includes('/etc/'),
    ...(later === undefined ? {} : { later }),
    place: placeOf(whole),
    path,
    whole,
  };
}

/** What reading a file there is worth asking about; `level`: of what reads it. */
export function readFindings(path: string, cwd: string, level: Level = 0): readonly Finding[] {
  const { privacy, place, whole } = located(path, cwd);
  if (privacy === 'secret')
    return [
      { level: 2, inWalls: 2, reason: `It reads ${shown(path)}, which is a key, a password or a token.`, risk: 'high' },
    ];
  if (privacy === 'sensitive')
    return [
      {
        level: raised(level),
        // what is copied shows its secrets under another name
        ...(level > 0 ? { inWalls: 2 as const, risk: 'high' as const } : {}),
        reason: `It reads ${shown(path)}, which may hold secrets.`,
        file: 'sensitive',
      },
    ];
  if (isAddress(path)) return [asks(`It is given the address ${shown(path)}, which may be asked for.`, 'high')];
  if (isUnclear(whole) || mayCrossLink(path, cwd))
    return [{ level, whenDirect: 2, reason: 'Which file it reads is only known when it runs.' }];
  if (
    place === 'own' ||
    (place === 'system' && everybodys.test(whole)) ||
    (place === 'device' && harmlessDevices.test(path))
  )
    return [];
  if (place === 'device') return [{ level: raised(level), reason: `It reads the device ${shown(path)}.` }];
  return [
    { level, whenDirect: 2, reason: `It reads ${shown(path)}, which lies outside the workspace.`, risk: 'medium' },
  ];
}

/**
 * Outside of the agent's folders a part of a path may be a link, and `..` behind it leads elsewhere than its text says.
 */
function mayCrossLink(path: string, cwd: string): boolean {
  const full = /^[/~]/.test(path) ? path : `${cwd}/${path}`;
  return /^[/~].*\/\.\.(\/|$)/s.test(full) && !/^\/(workspace|scripts)\//.test(full);
}

/** Of the system's files those that hold nothing of anybody: what lies elsewhere may be the home of Straylight. */
const everybodys =
  /^\/(usr\/(bin|sbin|lib\w*|share|include)|bin|sbin|lib\w*|etc|sys|proc\/(cpuinfo|meminfo|loadavg|uptime|version|stat|vmstat|filesystems|mounts|partitions|sys|net|cmdline|diskstats|swaps))(\/|$)/;

/** Something a program may go to the network for: `https://x`, `//host/x`, `rtmp:x`. */
export function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,30}:\/\/|^(https?|ftps?|tcp|udp|rtmps?|rtsp|mms|sftp|smb|data|concat|subfile|file|tls|gopher):./i.test(
    path,
  );
}

/** What changing a file there is worth asking about. `how`: a verb for the owner. */
export function writeFindings(path: string, cwd: string, how = 'writes'): readonly Finding[] {
  if (harmlessDevices.test(path)) return [];
  const { privacy, isConfig: config, place, later, whole } = located(path, cwd);
  const found: Finding[] = [];
  // where it stands is a part of what nobody knows
  const isLost = isUnclear(cwd) && !/^[/~]/.test(path);
  const where = `It ${how} ${shown(isLost ? `${cwd}/${path}` : path)}`;
  if (place === 'device') found.push({ level: 3, reason: `${where}, a device of this machine.`, risk: 'irreversible' });
  else if (place === 'system' || place === 'root') {
    const isGuarded = place === 'root' || guarded.test(inOrder(path));
    found.push({ level: isGuarded ? 3 : 2, reason: `${where}, which belongs to the system.`, risk: 'high' });
  } else if (place === 'away' || place === 'home')
    found.push({ level: 2, reason: `${where}, which lies outside the workspace.`, risk: 'medium' });
  else found.push({ level: 1, reason: `${where}.`, file: 'written' });
  const record = recordFile(whole);
  if (record !== undefined) found.push(fileFinding(record, how));
  if (config)
    found.push({
      level: 2,
      reason: `${where}, which programs obey.`,
      risk: 'medium',
      lasting: 'persists',
      ...(later === undefined || how === 'deletes' ? {} : { later: `It ${how} ${shown(path)}: ${later}` }),
    });
  const base = Math.max(...found.map(({ level }) => level)) as Level;
  if (privacy)
    found.push({
      level: raised(base, 2),
      ...(place === 'own' ? { inWalls: 2 as const } : {}),
      reason: `${where}, which holds secrets.`,
      risk: 'high',
    });
  return found;
}

export function shown(path: string): string {
  const text = path.replace(anyUnknown, '…');
  return `“${text.length > 80 ? `${text.slice(0, 60)}…${text.slice(-19)}` : text}”`;
}

const harmlessDevices = /^\/dev\/(null|zero|full|u?random|stdout|stderr|stdin|tty|fd\/\d+)$/;

/** The machine is another's after a change here. */
const guarded =
  /^\/$|^\/(etc\/(passwd|shadow|gshadow|group|sudoers|ld\.so|pam\.|cron|crontab|systemd|init|rc|profile|ssh|hosts|fstab|security|environment|selinux|apparmor)|boot|sys|proc|lib|root|(usr\/)?s?bin$|dev|var\/spool\/cron)/;

function placeOf(path: string): PathKind['place'] {
  if (path === '/' || /^\/[*?[\]]+$/.test(path)) return 'root';
  if (/^(~|\/root|\/home|\/users|\/home\/[^/]+|\/users\/[^/]+|\$home)(\/[*?.]*)?$/.test(path)) return 'home';
  if (/^\/(workspace|scripts)(\/|$)/.test(path)) return 'own';
  if (/^\/(tmp|var\/tmp|dev\/shm)(\/|$)/.test(path)) return 'temporary';
  if (/^\/dev\/fd\//.test(path)) return 'own';
  if (/^\/dev(\/|$)/.test(path)) return 'device';
  if (
    /^\/(etc|usr|bin|sbin|lib|lib32|lib64|boot|sys|proc|var|opt|run|srv|root|system|library|applications|windows)(\/|$)/.test(
      path,
    )
  )
    return 'system';
  if (/^[/~]|^\.\.(\/|$)|^[a-z]:[\\/]/.test(path)) return 'away';
  return 'own';
}

function inOrder(path: string): string {
  const parts: string[] = [];
  const absolute = path.startsWith('/');
  for (const part of path.toLowerCase().replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '~') parts.pop();
    else if (part !== '..' || !absolute) parts.push(part);
  }
  return (absolute ? '/' : '') + parts.join('/') || (absolute ? '/' : '.');
}

const samples = /\.(example|sample|template|dist|tpl|defaults?)$/;

const secretName =
  /^(id_(rsa|dsa|ecdsa|ed25519)[\w-]*|.*_(rsa|ed25519|ecdsa)|\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.my\.cnf|\.git-credentials|\.vault-token|\.htpasswd|credentials?(\.\w+)?|secrets?(\.\w+)?|tokens?(\.(json|txt|ya?ml|toml|env))?|service[-_]account.*\.json|client_secret.*\.json|shadow-?|gshadow-?|master\.key|authorized_keys|\.?(bash|zsh|sh|python|node_repl|psql|mysql|sqlite)_history|logins\.json|key[34]\.db|cookies\.sqlite|wallet\.dat|passwords?(\.\w+)?)$/;
const secretSuffix = /\.(pem|key|p12|pfx|jks|keystore|kdbx?|ppk|secret|secrets|gpg|asc|age|ovpn|keytab)$/;
const secretPath =
  /(^|\/)(\.ssh$|(docker|podman|containerd|crio|buildkitd|dockershim|cri-dockerd|kubelet|lxd|incus|libvirt)\.sock$|libvirt-sock|\.aws\/(credentials|sso)|\.docker\/config\.json|\.kube\/config|\.config\/(gh|gcloud|git\/credentials|op|rclone)|\.gnupg|\.password-store|\.local\/share\/keyrings|\.straylight\/(secrets|keys)|proc\/[^/]+\/environ|etc\/(sudoers|ssl\/private))/;
const sensitiveName = /^(\.env(\..+)?|.*\.env|\.envrc|\.ssh|\.aws|\.azure|\.gnupg|\.kube|\.docker|passwd)$/;
// what the owner sent and what holds a credential is kept in `inbox/sensitive`
const sensitivePath =
  /(^|\/)(inbox\/sensitive(\/|$)|\.ssh|\.aws|\.azure|\.kube|\.git\/config$|etc\/passwd|etc\/sudoers)/;

/** What a pattern of names could mean, if it says enough to mean something. */
const famous: readonly (readonly [string, 'secret' | 'sensitive'])[] = [
  ...[
    'id_rsa',
    'id_ed25519',
    'id_ecdsa',
    '.netrc',
    '.npmrc',
    '.git-credentials',
    'credentials',
    'shadow',
    '.gnupg',
  ].map(name => [name, 'secret'] as const),
  ...['.env', '.ssh', '.aws', '.env.local', '.env.production', 'passwd'].map(name => [name, 'sensitive'] as const),
];

function privacyOf(parts: readonly string[], path: string): PathKind['privacy'] {
  const name = parts.at(-1) ?? '';
  if (name.endsWith('.pub') || name === 'known_hosts') return sensitivePath.test(path) ? 'sensitive' : undefined;
  if (samples.test(name)) return undefined;
  if (secretName.test(name) || secretSuffix.test(name) || secretPath.test(path)) return 'secret';
  const guesses = parts.flatMap(part => (/[*?[]/.test(part) ? famous.filter(([one]) => couldMean(part, one)) : []));
  if (guesses.some(([, kind]) => kind === 'secret')) return 'secret';
  if (parts.some(part => sensitiveName.test(part)) || sensitivePath.test(path)) return 'sensitive';
  return guesses.length > 0 ? 'sensitive' : undefined;
}

/** `*` alone means every name, and so none in particular; a hidden one it never means. */
function couldMean(pattern: string, name: string): boolean {
  const literal = pattern.replace(/\[[^\]]*\]|[*?]/g, '');
  if (name.startsWith('.') ? !/^(\.|\[)/.test(pattern) : literal.length < 2) return false;
  if (pattern.length > 40) return true;
  const source = pattern
    .replace(/\*+/g, '*')
    .replace(/\[[^\]]*\]|[.+^${}()|\\]|\*|\?/g, part =>
      part === '*' ? '.*' : part === '?' || part.startsWith('[') ? '.' : `\\${part}`,
    )
    .replaceAll('[', '\\[')
    .replaceAll(']', '\\]');
  return (source.match(/\.\*/g) ?? []).length > 6 || new RegExp(`^${source}$`).test(name);
}
