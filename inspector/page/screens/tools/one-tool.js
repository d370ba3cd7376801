/**
 * One of the agent's own tools: how it does, its source, what each version changed, its last runs; to be switched on,
 * off or back.
 */

import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { actButton } from '../../parts/act-button.js';
import { glyph } from '../../parts/glyph.js';
import { icon } from '../../parts/icon.js';
import { emptyState, skeleton } from '../../parts/lists/empty.js';
import { a, component, dd, div, dl, dt, h1, h2, header, li, ol, p, section, span } from '../../parts/tags.js';
import { age, formatTook } from '../../parts/values/age.js';
import { formatCount } from '../../parts/values/amount.js';
import { readable } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { href } from '../../view/router.js';
import { agoText } from '../../words/ages.js';
import { say } from '../../words/say.js';
import { sourceView } from './source-view.js';
import { toolChip } from './tool-chip.js';

/** @import { ToolAct, ToolDetails } from '../../../../src/domain/tools/health.ts' */

export const oneTool = component(OneTool);

/** @param {{ name: string, commit: string | undefined }} props */
function OneTool({ name, commit }) {
  const ask = () => client.tools.show({ name });
  const { value: tool, trouble, status, again } = useReading(ask, { of: name, after: ['turn'] });
  if (!tool)
    return div(
      { class: 'list-screen' },
      h1({ class: 'unseen' }, name),
      trouble === undefined
        ? skeleton()
        : emptyState(
            status === 404
              ? say('This tool does not exist, or no longer does.')
              : say('The tool could not be read. {trouble}', { trouble }),
            a({ href: href('tools') }, say('See all tools')),
          ),
    );
  const change = (/** @type {ToolAct} */ act) => async () => {
    const { message } = await client.tools.change({ name, act });
    announce(message);
    await again();
  };
  const isOff = tool.state === 'disabled' || tool.state === 'quarantined';
  return div(
    { class: 'list-screen' },
    header(
      { class: 'screen-head' },
      a({ class: 'way-back', href: href('tools'), 'aria-label': say('All tools') }, icon('back', 18)),
      h1({ class: 'title mono' }, name),
      span({}, toolChip(tool)),
      div(
        { class: 'screen-tools' },
        (isOff || !tool.trusted) &&
          tool.state !== 'broken' &&
          actButton({
            label: isOff ? say('Enable') : say('Trust'),
            confirm: say('Run without asking'),
            onAct: change('enable'),
          }),
        tool.state !== 'disabled' && actButton({ label: say('Disable'), onAct: change('disable') }),
        tool.history.length > 1 &&
          actButton({ label: say('Revert'), confirm: say('Go back one version'), onAct: change('revert') }),
      ),
    ),
    p({ class: 'tool-description', dir: 'auto' }, ...readable(tool.description)),
    tool.reason !== undefined && whyNot(tool.reason),
    facts(tool),
    div(
      { class: 'tool-body' },
      sourceView({ key: commit ?? 'now', tool, commit }),
      div({ class: 'tool-side' }, versions(tool, commit), runs(tool)),
    ),
  );
}

/** @param {string} reason */
function whyNot(reason) {
  return div({ class: 'tool-trouble tint-failed' }, glyph('failed'), span({ dir: 'auto' }, ...readable(reason)));
}

/** @param {ToolDetails} tool */
function facts({ calls, successRate, medianMs, lastUsedAt, lastError, version, program, timeoutSeconds, parameters }) {
  /** @type {[string, import('preact').ComponentChildren][]} */
  const all = [
    [say('Calls'), calls === 0 ? say('none yet') : formatCount(calls)],
    [say('Success rate'), successRate === undefined ? '–' : `${Math.round(successRate * 100)} %`],
    [say('Median'), medianMs === undefined ? '–' : formatTook(medianMs)],
    [say('Last used'), lastUsedAt === undefined ? say('never') : age({ since: lastUsedAt, format: agoText })],
    [say('Version'), version === 0 ? say('not in git yet') : String(version)],
    [
      say('Program'),
      program === undefined
        ? '–'
        : `${program}${timeoutSeconds === undefined ? '' : say(', at most {timeoutSeconds} s', { timeoutSeconds })}`,
    ],
    [say('Parameters'), parameterWords(parameters)],
  ];
  if (lastError !== undefined) all.push([say('Last error'), span({ dir: 'auto' }, ...readable(lastError))]);
  return dl({ class: 'tool-facts' }, ...all.map(([title, fact]) => div({ key: title }, dt({}, title), dd({}, fact))));
}

/** @param {ToolDetails['parameters']} schema */
function parameterWords(schema) {
  const { properties = {} } = /** @type {{ properties?: Record<string, { type?: unknown }> }} */ (schema ?? {});
  const names = Object.entries(properties).map(([name, { type }]) => (type === undefined ? name : `${name}: ${type}`));
  return names.length === 0 ? 'none' : names.join(', ');
}

/** @param {ToolDetails} tool @param {string | undefined} shown */
function versions({ name, history }, shown) {
  return section(
    { class: 'list-section', 'aria-labelledby': 'versions-title' },
    h2(
      { id: 'versions-title', class: 'title' },
      say('Versions'),
      ' ',
      span({ class: 'count' }, String(history.length)),
    ),
    history.length === 0
      ? p({ class: 'section-note' }, say('It is not in git yet.'))
      : ol(
          { class: 'version-list' },
          ...history.map(({ commit, at, subject }) =>
            li(
              { key: commit },
              a(
                {
                  class: 'version',
                  href: href('tools', name, commit),
                  'data-row': '',
                  'aria-current': shown === commit ? 'true' : undefined,
                },
                span({ dir: 'auto' }, ...readable(subject)),
                span(
                  { class: 'facts-line' },
                  span({ class: 'mono' }, commit.slice(0, 7)),
                  age({ since: at, format: agoText }),
                ),
              ),
            ),
          ),
        ),
  );
}

/** @param {ToolDetails} tool */
function runs({ runs: all }) {
  if (all.length === 0) return null;
  return section(
    { class: 'list-section', 'aria-labelledby': 'runs-title' },
    h2({ id: 'runs-title', class: 'title' }, say('Last runs')),
    ol(
      { class: 'run-list' },
      ...all
        .slice(0, 20)
        .map(({ at, ok, ms, error }) =>
          li(
            { key: at, class: 'run' },
            span(
              { class: ok ? 'ink-healthy' : 'ink-failed' },
              glyph(ok ? 'healthy' : 'failed'),
              ok ? ' ok' : ' failed',
            ),
            span({}, formatTook(ms)),
            age({ since: at, format: agoText }),
            error !== undefined && span({ class: 'run-error', dir: 'auto' }, ...readable(error)),
          ),
        ),
    ),
  );
}
