/**
 * The chart in words: its states, one within the other, with the same lamps. It is the chart for small screens and for
 * screen readers, and it stands in while nothing is drawn.
 */

import { glyph } from '../../../parts/glyph.js';
import { a, b, component, div, h2, li, p, section, span, ul } from '../../../parts/tags.js';
import { age, formatAge, formatLeft } from '../../../parts/values/age.js';
import { href } from '../../../view/router.js';
import { stateWord } from '../../../words/names.js';
import { say } from '../../../words/say.js';
import { openApproval } from '../approval-of.js';
import { at } from '../store.js';
import { chartNote } from './chart-view.js';
import { childrenOf, enteredAt, isState } from './lights.js';
/** @import { ChartEdge, ChartLine, ChartModel, ChartNode } from '../../../../charts/chart-model.ts' */
/** @import { ActorRow } from '../../../../../src/domain/supervision/view.ts' */
/** @import { Look } from '../../../parts/look.js' */
/** @import { Actor } from '../actor.js' */
/** @import { Lights } from './lights.js' */

export const outline = component(Outline);

/** @param {{ actor: Actor, isSeen: boolean }} props `isSeen`: it stands in for the chart */
function Outline({ actor, isSeen }) {
  const model = actor.chart.value?.model;
  const lights = actor.lights.value;
  const root = model?.nodes.find(({ parent }) => parent === null);
  return section(
    {
      class: `outline${isSeen ? '' : ' outline-beside'}`,
      'aria-labelledby': 'outline-title',
      tabIndex: isSeen ? 0 : undefined,
    },
    h2({ id: 'outline-title', class: 'outline-title' }, say('States')),
    isSeen && !actor.chart.value?.layout && p({ class: 'chart-note' }, chartNote(actor.chart.value)),
    model && lights && root && states(actor, model, lights, root),
  );
}

/** @param {Actor} actor @param {ChartModel} model @param {Lights} lights @param {ChartNode} root */
function states(actor, model, lights, root) {
  const inside = childrenOf(model);
  const isNow = at.value === null;
  const row = isNow ? actor.row.value : undefined;
  const look = actor.look.value;
  const entered = enteredAt(model, lights, actor.journal.value.entries);
  const approval = isNow && lights.tags.includes('attention') ? openApproval(actor.id) : undefined;
  const nameOf = new Map(model.nodes.map(({ id, label }) => [id, label]));

  /** @param {ChartNode} node @returns {import('preact').VNode} */
  const within = node =>
    ul(
      {},
      ...(inside.get(node.id) ?? []).filter(isState).map(child => {
        const isOn = lights.active.has(child.id);
        const isLeaf = lights.leaves.has(child.id);
        return li(
          { key: child.id, class: isLeaf ? 'leafon' : isOn ? 'on' : undefined, 'data-state': child.id },
          span(
            {
              class: `outline-state${isLeaf ? ` tint-${look}` : ''}`,
              'aria-current': isLeaf ? 'step' : undefined,
              title: child.description === '' ? undefined : say(child.description),
            },
            isOn ? glyph(isLeaf ? look : 'working', 10) : glyph('idle', 10),
            b({}, stateWord(child.label)),
            // as the chart and what programs read call it
            stateWord(child.label) !== child.label && span({ class: 'outline-running mono' }, child.label),
            isOn && span({ class: 'unseen' }, isLeaf ? say(' (it is here)') : say(' (in it)')),
            ...child.invokes.map(({ src }) =>
              span(
                { class: 'outline-running mono' },
                src,
                isOn && entered.has(child.id) && isNow
                  ? [' ', age({ since: entered.get(child.id) ?? 0, format: formatAge })]
                  : null,
              ),
            ),
            isLeaf &&
              approval !== undefined &&
              a({ class: 'button small', href: href('approvals', approval) }, say('Review')),
          ),
          isOn &&
            ways(
              model.edges.filter(({ id, source }) => lights.can.has(id) && source.replace(/\.\*$/, '') === child.id),
              nameOf,
              row,
            ),
          inside.has(child.id) && within(child),
        );
      }),
    );
  const anywhere = ways(
    model.edges.filter(({ id, source }) => lights.can.has(id) && source === `${root.id}.*`),
    nameOf,
    row,
  );
  return [
    within(root),
    anywhere && div({ class: 'outline-anywhere' }, span({ class: 'outline-title' }, say('In any state')), anywhere),
  ];
}

/** What may happen next. @param {readonly ChartEdge[]} edges @param {ReadonlyMap<string, string>} nameOf @param {ActorRow | undefined} row */
function ways(edges, nameOf, row) {
  if (edges.length === 0) return null;
  return ul(
    { class: 'outline-ways' },
    ...edges.flatMap(({ id, target, lines }) =>
      lines.map((line, index) => {
        const timer = row?.timers.find(({ event }) => event === line.event);
        return li(
          { key: `${id} ${index}` },
          lineWords(line),
          timer && [' ', age({ since: timer.at, format: formatLeft })],
          span({ class: 'outline-target' }, ` → ${nameOf.get(target) ?? target}`),
        );
      }),
    ),
  );
}

/** @param {ChartLine} line */
function lineWords({ kind, text, guard }) {
  const words = {
    event: text,
    after: say('after {text}', { text }),
    done: `✓ ${text}`,
    error: `✕ ${text}`,
    always: say('at once'),
    ignored: text,
  }[kind];
  return guard === undefined ? words : `${words} [${guard}]`;
}
