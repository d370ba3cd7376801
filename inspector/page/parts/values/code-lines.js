/**
 * Lines of a program or a text, each with its number where it has one; what was added or removed is said by sign and
 * colour, and for screen readers.
 */
import { say } from '../../words/say.js';
import { div, span } from '../tags.js';
import { exactly } from './visible.js';

/**
 * @typedef {{ readonly kind: 'same' | 'added' | 'removed', readonly text: string, readonly at?: number }} CodeLine
 * @typedef {{ readonly kind: 'skipped', readonly words: string }} SkippedLines
 */

const signs = { same: ' ', added: '+', removed: '−' };
const words = { same: '', added: say('added: '), removed: say('removed: ') };

/** @param {string} label what they are, for screen readers @param {readonly (CodeLine | SkippedLines)[]} lines */
export function codeLines(label, lines) {
  return div(
    { class: 'code-frame', tabIndex: 0, role: 'region', 'aria-label': label },
    div(
      { class: 'code mono', dir: 'ltr' },
      ...lines.map((line, index) =>
        line.kind === 'skipped'
          ? div({ key: index, class: 'code-skipped' }, line.words)
          : div(
              { key: index, class: `code-line code-${line.kind}${line.at === undefined ? ' code-unnumbered' : ''}` },
              line.at !== undefined && span({ class: 'code-number', 'aria-hidden': 'true' }, String(line.at)),
              span({ 'aria-hidden': 'true' }, signs[line.kind]),
              span({}, words[line.kind] !== '' && span({ class: 'unseen' }, words[line.kind]), ...exactly(line.text)),
            ),
      ),
    ),
  );
}
