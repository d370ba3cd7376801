/** The state of an actor as a chip: its shape, and the way to its innermost state in the names the chart gives them. */
import { leafWords, stateWord } from '../words/names.js';
import { say } from '../words/say.js';
import { glyph } from './glyph.js';
import { lookOf } from './look.js';
import { b, span } from './tags.js';

/** @import { VNode } from 'preact' */
/** @import { ActorRow } from '../../../src/domain/supervision/view.ts' */
/** @import { Look } from './look.js' */

const byStatus = { suspended: say('suspended'), quarantined: say('quarantined'), stopped: say('stopped') };

/**
 * `thinking › completing`, the innermost strong. A suspended, quarantined or stopped one says that instead; where it
 * stood is its title. So does a conversation that rests while an approval of it waits.
 * @param {Pick<ActorRow, 'status' | 'tags' | 'leaf'> & { readonly id?: string }} row
 */
export function stateChip(row) {
  const { status, leaf } = row;
  const look = lookOf(row);
  const waits = look === 'needs' && leaf === 'idle' ? say('needs you') : undefined;
  const instead = status === 'active' || status === 'done' ? waits : byStatus[status];
  return chip(
    look,
    instead ? [b({}, instead)] : wayTo(leaf),
    instead ? say('{instead} in {leaf}', { instead, leaf: leafWords(leaf) }) : leaf,
  );
}

/**
 * Any chip in the colours of a state.
 * @param {Look} look
 * @param {readonly (VNode | string)[]} children
 * @param {string} [title]
 */
export function chip(look, children, title) {
  return span({ class: `chip tint-${look}`, title }, glyph(look), span({ class: 'chip-words' }, ...children));
}

/**
 * `a.b.c` as `a › b › c`; parallel regions stand beside each other.
 * @param {string} leaf
 */
export function wayTo(leaf) {
  return leaf.split(/,\s*/).flatMap((region, index) => {
    const names = region.split('.');
    const last = names.pop() ?? '';
    const outer = names.flatMap(name => [
      span({ class: 'chip-outer' }, stateWord(name)),
      span({ class: 'chip-step' }, ' › '),
    ]);
    return [...(index > 0 ? [span({ class: 'chip-step' }, ' + ')] : []), ...outer, b({}, stateWord(last))];
  });
}
