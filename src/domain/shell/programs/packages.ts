/** Other version control and other package managers: what only looks, and all else, which leaves something. */

import { asks, type Finding, leaves } from '../../policy/finding.ts';
import { type Form, says } from '../../policy/sentence.ts';
import { shown } from '../paths.ts';
import { type Rule, rulesFor } from './ground.ts';

/** `looks`: verbs after which nothing is other than before. Without any, it tells how it is used. */
const by =
  (looks: RegExp, what: Form): Rule =>
  (args, _, name): readonly Finding[] => {
    const verb = args.find(arg => !arg.startsWith('-')) ?? '';
    const reason = says`${name} ${shown(verb)} ${what}.`;
    return [verb === '' || looks.test(verb) ? asks(reason) : leaves(reason, 'medium')];
  };

const history = says`works with the history of files`;
const code = says`works with the code of others`;

export const packages = rulesFor({
  'hg svn bzr brz fossil jj darcs cvs p4 sl pijul': by(
    /^(log|status|st|stat|diff|di|cat|annotate|blame|praise|info|help|version|show|list|ls|branches|tags|heads|summary|timeline|files|root|id|identify|paths|show-config|op|evolog|interdiff|changes|filelog)$/,
    history,
  ),
  'gh glab hub tea': by(/^(status|help|version|search|browse)$/, says`acts on the repositories of a server`),
  'pre-commit lefthook husky overcommit': by(
    /^(run|help|version|sample-config|validate-config|validate-manifest|dump)$/,
    says`works with the hooks of git`,
  ),
  'gem composer conda mamba micromamba luarocks cabal stack opam cpan cpanm easy_install rustup asdf mise pyenv rbenv nvm fnm volta corepack deno jsr pkgx sdk helm ansible-galaxy guix nix nix-channel winget choco scoop pkg pkgin pkg_add xbps-install eopkg swupd tlmgr ghcup elm spago nimble shards dub vcpkg conan terraform':
    by(
      /^(list|ls|info|show|search|help|version|which|where|status|outdated|check|doctor|env|current|test|run|fmt|lint|eval|repl|template|build|why|depends|licenses|validate|plan|bench|doc|types|contents|environment)$/,
      code,
    ),
  'code codium code-insiders': (args, _, name) => [
    args.some(arg => /^--(un)?install-extension/.test(arg))
      ? leaves(says`${name} changes the extensions of the editor.`, 'medium')
      : asks(says`${name} opens the editor.`),
  ],
});
