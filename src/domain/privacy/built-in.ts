/**
 * Which files hold secrets by their name and place alone: keys, passwords and tokens (`secret`), and what may hold one
 * (`sensitive`).
 *
 * A path is judged after it has been put in order (src/domain/shell/paths.ts), with small letters.
 */

import { originalPath } from './copies.ts';

export type Privacy = 'sensitive' | 'secret';

/**
 * Of the file at `path`, whose parts are `parts`; a pattern counts as what it could mean, a copy as what it is a copy
 * of.
 */
export function privacyOf(parts: readonly string[], path: string): Privacy | undefined {
  const original = originalPath(path);
  if (original === path) return namedPrivacy(parts, path);
  const originals = original.split('/');
  const known = namedPrivacy(originals, original) ?? swapPrivacy(original);
  return known ?? (isHarmless(originals.at(-1) ?? '') ? undefined : namedPrivacy(parts, path));
}

/** Vim puts a dot before the name of its swap file: `.id_rsa.swp`. */
function swapPrivacy(path: string): Privacy | undefined {
  const undotted = path.replace(/(^|\/)\.([^/.][^/]*)$/, '$1$2');
  return undotted === path ? undefined : namedPrivacy(undotted.split('/'), undotted);
}

function namedPrivacy(parts: readonly string[], path: string): Privacy | undefined {
  const name = parts.at(-1) ?? '';
  if (isPublic(name)) return sensitivePath.test(path) ? 'sensitive' : undefined;
  if (isHarmless(name)) return undefined;
  if (secretName.test(name) || secretSuffix.test(name) || secretPath.test(path)) return 'secret';
  const guesses = parts.flatMap(part => (/[*?[]/.test(part) ? famous.filter(([one]) => couldMean(part, one)) : []));
  if (guesses.some(([, kind]) => kind === 'secret')) return 'secret';
  if (sensitiveName.test(name) || parts.some(part => sensitiveFolder.test(part)) || sensitivePath.test(path))
    return 'sensitive';
  return guesses.length > 0 ? 'sensitive' : undefined;
}

const isPublic = (name: string) => name.endsWith('.pub') || name === 'known_hosts';
const isHarmless = (name: string) => isPublic(name) || samples.test(name) || programText.test(name);

const samples = /\.(example|sample|template|dist|tpl|defaults?)$/;
/** A module that is about secrets is none; nor is what everybody’s programs bring along to check certificates. */
const programText =
  /^(credentials?|secrets?|passwords?)\.(pyi?|[cm]?[jt]sx?|go|rs|java|kts?|scala|rb|php|cs|cc|cpp|hpp|[ch]|swift|dart|exs?|lua|vue|svelte|html|s?css)$|^ca(cert|-bundle|-certificates)?\.pem$/;

const secretName =
  /^(id_(rsa|dsa|ecdsa|ed25519)[\w-]*|.*_(rsa|ed25519|ecdsa)|\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.my\.cnf|\.git-credentials|\.vault-token|\.htpasswd|credentials?(\.\w+)?|secrets?(\.\w+)?|tokens?(\.(json|txt|ya?ml|toml|env))?|service[-_]account.*\.json|client_secret.*\.json|shadow-?|gshadow-?|master\.key|authorized_keys|\.?(bash|zsh|sh|python|node_repl|psql|mysql|sqlite)_history|logins\.json|key[34]\.db|cookies\.sqlite|wallet\.dat|passwords?(\.\w+)?)$/;
const secretSuffix = /\.(pem|key|p12|pfx|jks|keystore|kdbx?|ppk|secret|secrets|gpg|asc|age|ovpn|keytab)$/;
const secretPath =
  /(^|\/)(\.ssh$|(docker|podman|containerd|crio|buildkitd|dockershim|cri-dockerd|kubelet|lxd|incus|libvirt)\.sock$|libvirt-sock|\.aws\/(credentials|sso)|\.docker\/config\.json|\.kube\/config|\.config\/(gh|gcloud|git\/credentials|op|rclone)|\.gnupg|\.password-store|\.local\/share\/keyrings|\.straylight\/(secrets|keys)|proc\/[^/]+\/environ|etc\/(sudoers|ssl\/private))/;
const sensitiveName = /^(\.env(\..+)?|.*\.env|\.envrc|\.docker|passwd)$/;
const sensitiveFolder = /^\.(ssh|aws|azure|gnupg|kube)$/;
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
