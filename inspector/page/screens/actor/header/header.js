/** Who it is, where it stands, for how long; and what can be done with it. */

import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { isOver } from '../../../live/actors.js';
import { Refused } from '../../../live/api.js';
import { client } from '../../../live/client.js';
import { conversationName } from '../../../live/conversations.js';
import { actButton } from '../../../parts/act-button.js';
import { chip, stateChip, wayTo } from '../../../parts/chip.js';
import { icon } from '../../../parts/icon.js';
import { refocus } from '../../../parts/refocus.js';
import { a, b, button, component, div, h1, header, li, p, section, span, time, ul } from '../../../parts/tags.js';
import { age, clockTime, exactTime, formatAge } from '../../../parts/values/age.js';
import { back, href } from '../../../view/router.js';
import { agoText } from '../../../words/ages.js';
import { leafWords } from '../../../words/names.js';
import { say } from '../../../words/say.js';
import { endOf } from '../actor.js';
import { pairedChannel, pairing } from '../channel/pairing.js';
import { actorView, at, seen } from '../store.js';
import { cost } from './cost.js';
import { kindIcon } from './kind-icon.js';
import { mayStartFresh, whyNot } from './verbs.js';

/** @import { LetGo, RestartPreview } from '../../../../../src/domain/supervision/admin.ts' */
/** @import { ActorRow, JournalEntry } from '../../../../../src/domain/supervision/view.ts' */
/** @import { Actor } from '../actor.js' */
/** @import { Verb } from './verbs.js' */

const isRestarting = seen(view => view.isRestarting);

export const actorHeader = component(ActorHeader);

/** @param {{ actor: Actor }} props */
function ActorHeader({ actor }) {
  const row = actor.row.value;
  const { id, machine } = actor;
  const name = id.slice(id.indexOf(':') + 1);
  const isSession = machine === 'session';
  const title = isSession ? conversationName(id) : (row?.label ?? id);
  return header(
    { class: 'actor-header' },
    div(
      { class: 'actor-line' },
      button(
        { type: 'button', class: 'quiet-button', 'aria-label': say('Back'), title: say('Back'), onClick: back },
        icon('back'),
      ),
      icon(kindIcon(machine)),
      h1(
        { class: 'actor-name', title: id, dir: 'auto' },
        title !== name && title !== id ? span({}, title, span({ class: 'actor-key' }, ` ${id}`)) : id,
      ),
      row ? facts({ row, actor }) : gone({ actor }),
      div({ class: 'actor-acts' }, row && acts({ row })),
    ),
    row?.error && p({ class: 'actor-trouble', dir: 'auto' }, row.error.message),
    id === pairedChannel && row && pairing({}),
    row && isRestarting.value && restartPanel({ row }),
  );
}

const facts = component(Facts);

/** @param {{ row: ActorRow, actor: Actor }} props */
function Facts({ row, actor }) {
  const step = actor.step.value;
  if (step) return past(actor, step, row.rev);
  return div(
    { class: 'actor-facts' },
    stateChip(row),
    isOver(row)
      ? span({ class: 'fact' }, say('ended '), age({ since: row.since, format: agoText }))
      : span({ class: 'fact' }, say('in state '), age({ since: row.since }), usually(row)),
    span({ class: 'fact' }, say('started '), age({ since: row.startedAt, format: agoText })),
    span({ class: 'fact' }, row.rev === 1 ? say('1 event') : say('{count} events', { count: row.rev })),
    row.distrust &&
      div(
        { class: 'fact fact-outside' },
        a(
          { class: 'link', href: href('chat', row.id), title: say('Why, and trusting it again'), dir: 'auto' },
          say('untrusted content from: {distrust}', { distrust: row.distrust }),
        ),
      ),
    row.waitsFor && span({ class: 'fact', dir: 'auto' }, row.waitsFor),
    row.queued > 0 && span({ class: 'fact' }, say('{queued} queued', { queued: row.queued })),
    row.retry &&
      span(
        { class: 'fact' },
        say('retry {attempt}{value}', {
          attempt: row.retry.attempt,
          value: row.retry.of === undefined ? '' : say(' of {of}', { of: row.retry.of }),
        }),
      ),
    row.machine === 'session' && cost({ id: row.id, rev: row.rev }),
  );
}

/** Of a step that is long past. @param {Actor} actor @param {JournalEntry} step @param {number} newest */
function past(actor, step, newest) {
  return div(
    { class: 'actor-facts' },
    chip(actor.look.value, wayTo(step.leaf ?? ''), say('after step {seq}', { seq: step.seq })),
    span(
      { class: 'fact' },
      say('at '),
      time({ dateTime: new Date(step.at).toISOString(), title: exactTime(step.at) }, clockTime(step.at, true)),
    ),
    span({ class: 'fact' }, say('step {seq} of {newest}', { seq: step.seq, newest })),
  );
}

/** A state that is passed through in no time has no usual stay to speak of. */
const shortestShownMs = 100;

/** @param {ActorRow} row */
function usually({ usualMs, tags }) {
  // one that rests stays until something comes, however long that usually takes
  return usualMs === undefined || usualMs < shortestShownMs || tags.includes('resting')
    ? null
    : span(
        { class: 'fact-usual', title: say('the median time in this state') },
        say(' (usually {usualMs})', { usualMs: formatAge(usualMs) }),
      );
}

const gone = component(Gone);

/** It is no longer among the rows; its journal is. @param {{ actor: Actor }} props */
function Gone({ actor }) {
  const last = actor.last.value;
  if (!last) return null;
  const step = actor.step.value;
  if (step) return past(actor, step, last.seq);
  const end = endOf(last);
  return div(
    { class: 'actor-facts' },
    chip('idle', [b({}, end.status === 'stopped' ? say('stopped') : leafWords(end.leaf))]),
    span(
      { class: 'fact' },
      say('Finished '),
      age({ since: last.at, format: agoText }),
      `: ${end.status === 'stopped' ? say('stopped') : leafWords(end.leaf)}`,
    ),
    span({ class: 'fact' }, last.seq === 1 ? say('1 event') : say('{count} events', { count: last.seq })),
  );
}

const acts = component(Acts);

/** @param {{ row: ActorRow }} props */
function Acts({ row }) {
  const { id, status } = row;
  const replaying = at.value === null ? undefined : say('Go back to Live first.');
  const offer = (
    /** @type {string} */ label,
    /** @type {Verb} */ verb,
    /** @type {string | undefined} */ confirm = undefined,
  ) =>
    actButton({
      key: verb,
      label,
      confirm,
      unavailable: replaying ?? whyNot(verb, status, id),
      onAct: () => order(row, verb),
    });
  const first =
    status === 'suspended'
      ? offer(say('Resume'), 'resume')
      : status === 'quarantined'
        ? offer(say('Release'), 'release')
        : offer(say('Suspend'), 'suspend');
  const whyNoRestart = replaying ?? (mayStartFresh(status, id) ? undefined : whyNot('restart', status, id));
  return [
    first,
    offer(say('Retry'), 'retry'),
    button(
      {
        type: 'button',
        class: 'button',
        'aria-expanded': isRestarting.value,
        'aria-keyshortcuts': 'r',
        disabled: whyNoRestart !== undefined,
        title: whyNoRestart ?? 'R',
        onClick: () => actorView.trigger.restartWanted({ isOpen: !isRestarting.peek() }),
      },
      say('Restart…'),
    ),
    actButton({
      key: 'stop',
      label: say('Stop…'),
      confirm: say('Stop it'),
      tone: 'danger',
      unavailable: replaying ?? whyNot('stop', status, id),
      onAct: () => order(row, 'stop'),
    }),
  ];
}

/** @param {ActorRow} row @param {Verb} verb @param {{ mode?: 'checkpoint' | 'fresh' }} [more] */
function order({ id, rev }, verb, more = {}) {
  return client.actors.command({ id, verb, rev, ...more });
}

const restartPanel = component(RestartPanel);

/** What a restart would do, before it is done. @param {{ row: ActorRow }} props */
function RestartPanel({ row }) {
  const preview = useSignal(/** @type {RestartPreview | string | undefined} */ (undefined));
  useEffect(() => {
    const ended = new AbortController();
    client.actors.preview({ id: row.id }, { signal: ended.signal }).then(
      answer => {
        preview.value = answer;
      },
      thrown => {
        if (ended.signal.aborted) return;
        if (!(thrown instanceof Refused)) throw thrown;
        preview.value = thrown.message;
      },
    );
    return () => ended.abort();
  }, [row.id, row.rev]);
  useLayoutEffect(() => () => refocus([() => document.querySelector('.actor-acts [aria-expanded]')]), []);
  const known = preview.value;
  const from = (
    /** @type {'checkpoint' | 'fresh'} */ mode,
    /** @type {string} */ label,
    /** @type {string} */ consequence,
  ) =>
    actButton({
      key: mode,
      label,
      consequence,
      tone: mode === 'checkpoint' ? 'strong' : 'plain',
      onAct: () => order(row, 'restart', { mode }).then(() => actorView.trigger.restartWanted({ isOpen: false })),
    });
  return section(
    { class: 'restart', 'aria-label': say('Restart') },
    div(
      { class: 'restart-words' },
      known === undefined && p({}, say('Checking what would run again…')),
      typeof known === 'string' && p({ class: 'actor-trouble' }, known),
      typeof known === 'object' &&
        known.again.length + known.notAgain.length === 0 &&
        p({}, say('Nothing is running that would run again.')),
      typeof known === 'object' &&
        ul(
          {},
          ...known.again.map(name => li({ key: name }, span({ class: 'mono' }, name), say(' runs again'))),
          ...known.notAgain.map(name =>
            li({ key: `not ${name}` }, span({ class: 'mono' }, name), say(' will not run again: you will be asked')),
          ),
        ),
      typeof known === 'object' && known.fresh && letGo(known.fresh),
    ),
    div(
      { class: 'restart-acts' },
      row.status !== 'stopped' &&
        from('checkpoint', say('From the last checkpoint'), say('continues where it stopped')),
      from('fresh', say('From the start'), say('forgets its state; completed actions remain')),
      button(
        { type: 'button', class: 'button', onClick: () => actorView.trigger.restartWanted({ isOpen: false }) },
        say('Cancel'),
      ),
    ),
  );
}

/** What a start from the beginning lets go. @param {LetGo} left */
function letGo({ messages, unbegun, cut }) {
  const lines = [
    ...messages.map(text =>
      say('From the start: drops your message “{value}”', { value: text.length > 80 ? `${text.slice(0, 80)}…` : text }),
    ),
    ...unbegun.map(what => say('From the start: will not run {what}', { what })),
    ...cut.map(what => say('From the start: interrupts, with unknown outcome: {what}', { what })),
  ];
  return lines.length > 0 && ul({}, ...lines.map(line => li({ key: line, dir: 'auto' }, line)));
}
