/** What git may be told without doing more than showing something. */
import type { OptionList } from '../programs/options.ts';

/**
 * Of log, diff, show and their relatives. Left out, with intent: `--output` writes a file, `--ext-diff` and
 * `--textconv` start programs that the repository names.
 */
const shows: OptionList = {
  flags: 'pusqgzbwaRrctiEFPmvdDnf0SGW1',
  values: 'nSGLUMCBlOXjA',
  long: 'oneline graph all decorate no-decorate stat shortstat numstat dirstat summary name-only name-status patch no-patch patch-with-stat raw cached staged merge-base no-merges merges first-parent reverse topo-order date-order author-date-order follow color no-color color-words word-diff word-diff-regex ignore-space-change ignore-all-space ignore-blank-lines ignore-space-at-eol ignore-cr-at-eol minimal patience histogram abbrev-commit no-abbrev-commit abbrev full-index binary check exit-code quiet branches tags remotes walk-reflogs show-signature relative no-prefix no-renames find-renames find-copies pickaxe-all pickaxe-regex no-ext-diff no-textconv no-index left-right cherry-pick cherry-mark simplify-by-decoration full-history sparse dense parents children boundary count left-only right-only regexp-ignore-case extended-regexp fixed-strings perl-regexp invert-grep all-match compact-summary function-context no-notes notes no-mailmap use-mailmap cc root always long dirty contains exact-match summary email numbered porcelain line-porcelain incremental show-stats show-name show-number show-email reset-author text ita-invisible-in-index submodule expand-tabs no-expand-tabs color-moved help no-walk source clear-decorations objects stdin verify symbolic symbolic-full-name show-toplevel show-prefix show-cdup git-dir absolute-git-dir is-inside-work-tree is-bare-repository short sq all-progress no-flags revs-only max-parents min-parents',
  longValues:
    'since until after before author committer grep max-count skip format pretty date diff-filter stat-width stat-count unified inter-hunk-context diff-algorithm anchored word-diff-regex src-prefix dst-prefix line-prefix ignore-submodules submodule exclude glob decorate-refs decorate-refs-exclude encoding color color-moved word-diff abbrev stat candidates match diff-merges grep-reflog short branches tags remotes find-object rotate-to skip-to ws-error-highlight default contains no-contains points-at sort merged no-merged path-format',
  count: true,
};

/** Subcommands that only show, with the options they may have. */
export const gitReaders: Readonly<Record<string, OptionList>> = {
  'log diff show whatchanged reflog shortlog blame annotate describe rev-parse rev-list name-rev merge-base diff-tree diff-index diff-files cherry range-diff show-branch':
    shows,
  status: {
    flags: 'sbuvz',
    long: 'short branch porcelain long verbose ignored show-stash ahead-behind no-ahead-behind renames no-renames untracked-files column no-column',
    longValues: 'porcelain untracked-files ignored ignore-submodules find-renames',
  },
  'ls-files ls-tree cat-file show-ref for-each-ref check-ignore check-attr count-objects fsck verify-commit verify-tag var version help':
    {
      flags: 'cdmoiskzutvrtlpesqnHh',
      values: 'xX',
      long: 'cached deleted modified others ignored stage killed unmerged exclude-standard full-name name-only name-status long abbrev error-unmatch deduplicate heads branches tags verify hash dereference batch batch-check verbose no-index non-matching full strict unreachable human-readable all stdin help build-options recurse-submodules object-only',
      longValues:
        'exclude exclude-from format sort count points-at merged no-merged contains no-contains abbrev hash python eol',
    },
  grep: {
    flags: 'nilLcwvEFPGIhHoqpWarz1',
    values: 'efABCm',
    long: 'line-number ignore-case files-with-matches name-only count word-regexp invert-match extended-regexp fixed-strings perl-regexp cached untracked no-index break heading show-function function-context color column only-matching all-match and or not recurse-submodules',
    longValues: 'max-depth threads context after-context before-context max-count',
    count: true,
  },
};
