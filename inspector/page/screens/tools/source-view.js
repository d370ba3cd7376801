/** The program of a tool as it is now, as it was in one of its versions, or what that version changed. */
import { useSignal } from '@preact/signals';
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { component, div, h2, input, label, p, section, span } from '../../parts/tags.js';
import { codeLines } from '../../parts/values/code-lines.js';
import { lineDiff } from '../../parts/values/line-diff.js';
import { say } from '../../words/say.js';

/** @import { ToolDetails } from '../../../../src/domain/tools/health.ts' */
/** @import { DiffLine } from '../../parts/values/line-diff.js' */

/** @typedef {'changed' | 'source' | 'now'} Mode */

/** So many unchanged lines stand around a change. */
const around = 3;

export const sourceView = component(SourceView);

/** @param {{ tool: ToolDetails, commit: string | undefined }} props */
function SourceView({ tool, commit }) {
  return commit === undefined ? currentSource(tool) : version({ tool, commit });
}

/** @param {ToolDetails} tool */
function currentSource({ source }) {
  return frame(
    say('Source'),
    undefined,
    source === undefined
      ? note(say('There is no source, or it is not text.'))
      : codeLines(say('Program'), plain(source)),
  );
}

const version = component(Version);

/** @param {{ tool: ToolDetails, commit: string }} props */
function Version({ tool, commit }) {
  const mode = useSignal(/** @type {Mode} */ ('changed'));
  const older = tool.history[tool.history.findIndex(one => one.commit === commit) + 1]?.commit;
  const here = useSource(tool.name, commit);
  const before = useSource(tool.name, older ?? commit);
  const choice = (/** @type {Mode} */ value, /** @type {string} */ title) =>
    label(
      { class: 'choice' },
      input({
        type: 'radio',
        name: 'version-view',
        checked: mode.value === value,
        onChange: () => (mode.value = value),
      }),
      span({}, title),
    );
  const choices = div(
    { class: 'choices', role: 'radiogroup', 'aria-label': say('View of this version') },
    choice('changed', say('What it changed')),
    choice('source', say('Source')),
    choice('now', say('Compared with current')),
  );
  const text = here.value?.source;
  const body = () => {
    if (text === undefined) return note(here.trouble ?? '…');
    if (mode.value === 'source') return codeLines(say('Program'), plain(text));
    if (mode.value === 'now') return difference(text, tool.source ?? '');
    if (older !== undefined && before.value === undefined && before.trouble === undefined) return note('…');
    return difference(older === undefined ? '' : (before.value?.source ?? ''), text);
  };
  return frame(say('Version {0}', { 0: commit.slice(0, 7) }), choices, body());
}

/** @param {string} name @param {string} commit */
function useSource(name, commit) {
  return useReading(() => client.tools.source({ name, commit }), { of: `${name} ${commit}` });
}

/**
 * @param {string} title
 * @param {import('preact').ComponentChildren} tools
 * @param {import('preact').ComponentChildren} body
 */
function frame(title, tools, body) {
  return section(
    { class: 'list-section', 'aria-labelledby': 'source-title' },
    div({ class: 'screen-head' }, h2({ id: 'source-title', class: 'title' }, title), tools),
    body,
  );
}

/** @param {string} words */
function note(words) {
  return p({ class: 'quiet-note' }, words);
}

/** @param {string} before @param {string} after */
function difference(before, after) {
  const lines = lineDiff(before, after);
  return lines.every(({ kind }) => kind === 'same')
    ? note(say('No differences.'))
    : codeLines(say('Program'), folded(lines));
}

/** @typedef {import('../../parts/values/code-lines.js').CodeLine | import('../../parts/values/code-lines.js').SkippedLines} Shown */

/** @param {string} text @returns {readonly Shown[]} */
function plain(text) {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, index) => ({ kind: 'same', text: line, at: index + 1 }));
}

/** Long stretches without a change are shown as a number of lines. @param {readonly DiffLine[]} lines @returns {readonly Shown[]} */
function folded(lines) {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same'),
  );
  /** @type {Shown[]} */
  const shown = [];
  for (let index = 0; index < lines.length; ) {
    const line = /** @type {DiffLine} */ (lines[index]);
    if (isNear[index]) {
      shown.push(line);
      index += 1;
      continue;
    }
    const from = index;
    while (index < lines.length && !isNear[index]) index += 1;
    const count = index - from;
    shown.push({
      kind: 'skipped',
      words: count === 1 ? say('1 line unchanged') : say('{count} lines unchanged', { count }),
    });
  }
  return shown;
}
