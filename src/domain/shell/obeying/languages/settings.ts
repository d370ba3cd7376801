/** Files of settings: known only where each of their lines is one that can start nothing. */
import { opens, type Reader } from './reader.ts';

const harmlessOfNpm =
  /^(save(-exact|-prefix)?|engine-strict|fund|audit(-level)?|loglevel|progress|package-lock|lockfile-version|legacy-peer-deps|strict-peer-deps|registry|@[\w.-]+:registry|\/\/[\w./:-]+:_authToken|update-notifier|color|min-release-age|ignore-scripts)$/;

export const npmrc: Reader = (text, at) => {
  for (const line of text.split(/[\n\r]/)) {
    const bare = line.trim();
    if (bare === '' || /^[#;]/.test(bare)) continue;
    const [key = ''] = bare.split('=', 1);
    if (!harmlessOfNpm.test(key.trim())) return [opens(at, bare.split('=')[0])];
  }
  return [];
};

/** `section.key` in small letters; what stands between them is left out. */
const harmlessOfGit =
  /^(user\.(name|email)|color\..*|column\..*|advice\..*|log\..*|status\..*|branch\..*|init\.defaultbranch|core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|autocrlf|eol|safecrlf|quotepath|abbrev|symlinks|whitespace|longpaths)|remote\.(fetch|pushurl|url|tagopt|prune)|push\.(default|autosetupremote|followtags)|pull\.(rebase|ff)|fetch\.prune|merge\.(ff|conflictstyle)|rebase\.(autostash|autosquash)|rerere\.\w+|gc\.auto|diff\.(renames|algorithm|mnemonicprefix|colormoved)|commit\.verbose|safe\.directory)$/;

export const gitconfig: Reader = (text, at) => {
  let section = '';
  for (const line of text.split('\n')) {
    const bare = line.trim();
    if (bare === '' || /^[#;]/.test(bare)) continue;
    const head = /^\[\s*([\w.-]+)(?:\s+"((?:\\.|[^"\\])*)")?\s*\]\s*$/.exec(bare);
    if (head !== null) {
      section = (head[1] ?? '').toLowerCase();
      continue;
    }
    const [, key = '', value = ''] = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(bare) ?? [];
    const name = `${section.split('.')[0]}.${key.toLowerCase()}`;
    // another repository of this machine has hooks of its own
    const isRemote = !/^remote\.(push)?url$/.test(name) || /^"?(https?|ssh|git):\/\/|^"?[\w.-]+@[\w.-]+:/.test(value);
    if (
      key === '' ||
      /\\$/.test(bare) ||
      !harmlessOfGit.test(name) ||
      !isRemote ||
      (section.includes('.') && section !== name)
    )
      return [opens(at, bare.split('=')[0])];
  }
  return [];
};
