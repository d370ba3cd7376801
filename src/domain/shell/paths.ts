/**
 * Which files are more than files: secrets, settings that programs obey, and the parts of a machine that are not to be
 * touched.
 *
 * A path is judged after it has been put in order: doubled slashes, `.` and `..` gone, letters small, a home written
 * `~`.
 */

import { actsLater } from '../policy/acts-later.ts';
import { asks, type Finding, type Level, raised, touching } from '../policy/finding.ts';
import { fileFinding, recordFile } from '../policy/own-records.ts';
import { isRepositoryFile } from '../policy/repository-files.ts';
import { says, type WriteVerb } from '../policy/sentence.ts';
import { type Privacy, privacyOf } from '../privacy/built-in.ts';
import { defined } from '../text/json.ts';
import { anyUnknown, isOpen, isUnclear } from './grammar/unknown.ts';

/**
 * `secret`: a private key or a token. `sensitive`: may hold one. `system`: the machine's own. `away`: outside the
 * agent's folders.
 */
export interface PathKind {
  readonly privacy?: Privacy;
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
    privacy,
    isConfig: later !== undefined || whole.includes('/etc/'),
    later,
    place: placeOf(whole),
    path,
    whole,
  };
}

/**
 * What reading a file there is worth asking about; `level`: of what reads it.
 *
 * In the workspace only what the text names in full can be given to a command: all else of that kind is hidden from it in
 * a sandbox (src/adapters/executors/masks), so there it need not be asked about.
 */
export function readFindings(path: string, cwd: string, level: Level = 0): readonly Finding[] {
  const { privacy, place, whole } = located(path, cwd);
  const touched = touchOf(path, cwd, place);
  const isHidden = place === 'own' && !isNamed(path, cwd);
  if (privacy === 'secret')
    return [
      {
        level: 2,
        ...defined({ inWalls: isHidden ? undefined : (2 as const) }),
        reason: says`It reads ${shown(path)}, which is a key, a password or a token.`,
        risk: 'high',
        ...touched,
      },
    ];
  if (privacy === 'sensitive') return [sensitiveFinding(path, level, place === 'own' ? !isHidden : undefined, touched)];
  if (isAddress(path)) return [asks(says`It is given the address ${shown(path)}, which may be asked for.`, 'high')];
  if (isUnclear(whole) || mayCrossLink(path, cwd))
    return [{ level, whenDirect: 2, reason: 'Which file it reads is only known when it runs.' }];
  if (
    place === 'own' ||
    (place === 'system' && isEverybodys(whole)) ||
    (place === 'device' && harmlessDevices.test(path))
  )
    return touched.touches === undefined ? [] : [touching(touched.touches)];
  if (place === 'device') return [{ level: raised(level), reason: says`It reads the device ${shown(path)}.` }];
  const reason = says`It reads ${shown(path)}, which lies outside the workspace.`;
  return [{ level, whenDirect: 2, reason, risk: 'medium', ...touched }];
}

/** `isNamed`: it lies in the workspace, and is named in full there or not; undefined: it lies elsewhere. */
function sensitiveFinding(
  path: string,
  level: Level,
  isNamed: boolean | undefined,
  touched: Pick<Finding, 'touches' | 'outside'>,
): Finding {
  const reason = says`It reads ${shown(path)}, which may hold secrets.`;
  const isCopied = level > 0;
  if (isNamed === true)
    return { level: 2, inWalls: 2, reason, risk: isCopied ? 'high' : 'medium', file: 'sensitive', ...touched };
  if (isNamed === false)
    return { level: raised(level), reason, ...defined({ risk: isCopied ? 'high' : undefined }), ...touched };
  return {
    level: raised(level),
    // what is copied shows its secrets under another name
    ...defined({ inWalls: isCopied ? 2 : undefined, risk: isCopied ? 'high' : undefined }),
    reason,
    file: 'sensitive',
    ...touched,
  };
}

/** A program shows names, sizes and times of what lies there, and nothing of what is in it. */
export function lookFindings(path: string, cwd: string): readonly Finding[] {
  const { place, whole, privacy } = located(path, cwd);
  if (place === 'own' && privacy !== 'secret' && !isUnclear(whole)) return [];
  if (/^\/etc(\/|$)/.test(whole) && !mayCrossLink(path, cwd) && !isUnclear(whole)) return [];
  const found = readFindings(path, cwd).filter(({ touches, level }) => touches === undefined || level > 0);
  return found.map(({ outside: _, ...one }) => one);
}

/** It does something with what lies there, which is judged elsewhere. */
export function touchFindings(path: string, cwd: string): readonly Finding[] {
  const { touches } = touchOf(path, cwd, kindOf(path, cwd).place);
  return touches === undefined ? [] : [touching(touches)];
}

/** A file that is a record of Straylight's own, and may be another one afterwards; `how`: a verb for the owner. */
export function recordTouchFindings(path: string, cwd: string, how: WriteVerb): readonly Finding[] {
  const record = recordOf(path, located(path, cwd).whole);
  return record === undefined ? [] : [fileFinding(record, how)];
}

/** By its bare name a file may lie in the workspace after all: a `cd` before it can fail. */
function recordOf(path: string, whole: string) {
  return recordFile(whole) ?? recordFile(inOrder(path));
}

/** The text says which file of the agent's folders it is. */
function isNamed(path: string, cwd: string): boolean {
  return !isOpen(path) && (/^[/~]/.test(path) || !isUnclear(cwd));
}

function touchOf(path: string, cwd: string, place: PathKind['place']): Pick<Finding, 'touches' | 'outside'> {
  if (isUnclear(path) || (isUnclear(cwd) && !/^[/~]/.test(path)) || path.length > 1_000) return {};
  return place === 'own' ? { touches: inFolders(path, cwd) } : { outside: inFolders(path, cwd) };
}

/** From `/workspace`, `/scripts`, `/` or `~` on, put in order, letters as they are. */
function inFolders(path: string, cwd: string): string {
  const whole = /^[/~]/.test(path) ? path : /^[/~]/.test(cwd) ? `${cwd}/${path}` : `/workspace/${cwd}/${path}`;
  return inOrder(whole, text => text);
}

/**
 * Outside of the agent's folders a part of a path may be a link, and `..` behind it leads elsewhere than its text says.
 */
function mayCrossLink(path: string, cwd: string): boolean {
  const full = /^[/~]/.test(path) ? path : `${cwd}/${path}`;
  return /^[/~].*\/\.\.(\/|$)/s.test(full) && !/^\/(workspace|scripts)\//.test(full);
}

/**
 * Of the system's files those that hold nothing of anybody. In `/etc` and its like they are named one by one: what else
 * lies there may be a password, and what lies elsewhere may be the home of Straylight. The folders are those that
 * packages fill, and what the kernel says of itself.
 */
function isEverybodys(path: string): boolean {
  return everybodysFiles.test(path) || everybodysFolders.test(path);
}
const everybodysFolders =
  /^\/(usr\/(bin|sbin|lib\w*|share|include)|bin|sbin|lib\w*|sys\/(class\/(net|thermal|power_supply|hwmon|block|backlight)|devices\/system\/(cpu|node)|block)|proc\/(sys|net))(\/|$)/;
const everybodysFiles =
  /^\/(etc\/(os-release|lsb-release|[a-z]+[-_](release|version)|hostname|hosts|host\.conf|resolv\.conf|nsswitch\.conf|timezone|localtime|locale\.(conf|alias|gen)|default\/locale|issue(\.net)?|motd|group|services|protocols|rpc|networks|shells|mime\.types|magic|ld\.so\.conf|gai\.conf|bash\.bashrc|inputrc|adjtime|ssl\/certs\/[\w.-]+|ssl\/openssl\.cnf|alternatives\/[\w.-]+)|proc\/(cpuinfo|meminfo|loadavg|uptime|version|stat|vmstat|filesystems|mounts|partitions|cmdline|diskstats|swaps))$/;

/** Something a program may go to the network for: `https://x`, `//host/x`, `rtmp:x`. */
export function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,30}:\/\/|^(https?|ftps?|tcp|udp|rtmps?|rtsp|mms|sftp|smb|data|concat|subfile|file|tls|gopher):./i.test(
    path,
  );
}

/** What changing a file there is worth asking about. `how`: a verb for the owner. */
export function writeFindings(path: string, cwd: string, how: WriteVerb = 'writes'): readonly Finding[] {
  if (harmlessDevices.test(path)) return [];
  const { privacy, isConfig: config, place, later, whole } = located(path, cwd);
  const found: Finding[] = [];
  const touched = touchOf(path, cwd, place);
  // where it stands is a part of what nobody knows
  const isLost = isUnclear(cwd) && !/^[/~]/.test(path);
  const [verb, what] = [{ form: how }, shown(isLost ? `${cwd}/${path}` : path)];
  if (place === 'device')
    found.push({ level: 3, reason: says`It ${verb} ${what}, a device of this machine.`, risk: 'irreversible' });
  else if (place === 'system' || place === 'root') {
    const isGuarded = place === 'root' || guarded.test(inOrder(path));
    found.push({
      level: isGuarded ? 3 : 2,
      reason: says`It ${verb} ${what}, which belongs to the system.`,
      risk: 'high',
    });
  } else if (place === 'away' || place === 'home')
    found.push({ level: 2, reason: says`It ${verb} ${what}, which lies outside the workspace.`, risk: 'medium' });
  else found.push({ level: 1, reason: says`It ${verb} ${what}.`, file: 'written', ...touched });
  const record = recordOf(path, whole);
  if (record !== undefined) found.push(fileFinding(record, how));
  if (config)
    found.push({
      level: 2,
      reason: says`It ${verb} ${what}, which programs obey.`,
      risk: 'medium',
      lasting: 'persists',
      ...defined({
        later: later === undefined || how === 'deletes' ? undefined : `It ${how} ${shown(path)}: ${later}`,
      }),
    });
  const base = Math.max(...found.map(({ level }) => level)) as Level;
  if (privacy)
    found.push({
      level: raised(base, 2),
      ...defined({ inWalls: place === 'own' ? (2 as const) : undefined }),
      reason: says`It ${verb} ${what}, which holds secrets.`,
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

function inOrder(path: string, written = (text: string) => text.toLowerCase()): string {
  const parts: string[] = [];
  const absolute = path.startsWith('/');
  for (const part of written(path).replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '~') parts.pop();
    else if (part !== '..' || !absolute) parts.push(part);
  }
  return (absolute ? '/' : '') + parts.join('/') || (absolute ? '/' : '.');
}
