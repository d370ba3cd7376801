/** The actors: what they have done, and what can be done to them. */

import type { ZodType } from 'zod';
import {
  type AdminAct,
  type AdminOutcome,
  adminVerbs,
  type RestartPreview,
} from '../../../domain/supervision/admin.ts';
import type { ActorRow, StateBatch } from '../../../domain/supervision/view.ts';
import type { CommandForm, CommandOption } from '../../command-form.ts';
import type { Caller } from '../../contract.ts';
import { operation } from '../../contract.ts';
import { address, between, count, flag, instant, json, limit, oneOf, text, words } from '../../fields.ts';
import type { Provided } from '../../provided.ts';
import { refuse } from '../../refusal.ts';
import { actorRow, choice, journalEntry } from '../../rows.ts';
import { actAhead, actView, answeredView } from '../../views/actor-acts.ts';
import { actorsView, actorView, journalView, noActor, snapshotView } from '../../views/actors.ts';
import { z } from '../../zod.ts';

/** An actor and what it has started. */
export interface Branch extends Pick<ActorRow, 'id' | 'kind' | 'label' | 'leaf' | 'status' | 'rev' | 'since'> {
  readonly children: readonly Branch[];
}

/** One schema that names itself: a tree is of any depth. */
let branches: ZodType<Branch> | undefined;

function branch(): ZodType<Branch> {
  branches ??= z.object({
    id: z.string(),
    kind: z.string(),
    label: z.string(),
    leaf: z.string(),
    status: z.enum(['active', 'done', 'suspended', 'quarantined', 'stopped']),
    rev: z.number(),
    since: z.number(),
    children: z.array(z.lazy(branch)).readonly(),
  });
  return branches;
}

function letGo() {
  return z.object({
    messages: z.array(z.string()).describe('what its owner said that is not answered yet'),
    cut: z.array(z.string()).describe('actions that have started and would be interrupted'),
    unbegun: z.array(z.string()).describe('actions that would not run'),
    questions: count().optional(),
  });
}

function preview(): ZodType<RestartPreview> {
  return z.object({
    again: z.array(z.string()).describe('effects that would run again'),
    notAgain: z.array(z.string()).describe('effects that would not, and whose outcome would be unknown'),
    fresh: letGo().optional(),
    stop: letGo().optional(),
  });
}

function outcome(): ZodType<AdminOutcome> {
  return z.object({
    id: z.string(),
    state: z.enum(['asked', 'done', 'failed']),
    error: z.string().optional(),
  });
}

const why: CommandOption = { field: 'reason', value: 'TEXT', help: 'the reason, kept in the record' };
const confirmed: CommandOption = { help: 'skip confirmation' };

/** An act on an actor. */
function act(
  verb: string,
  help: string,
  options: CommandForm['options'] = {},
  fixed: CommandForm['fixed'] = {},
): CommandForm {
  return {
    words: `actors ${verb}`,
    help,
    args: { id: 'ID' },
    fixed: { verb, ...fixed },
    options: { ...options, why },
  };
}

const restarts = 'Restart an actor from its last state.';
const rewinds = 'Rewind an actor to an earlier step.';
const stops = 'Stop an actor for good.';

/** Acts that hold an actor or let it go on. */
const holding: readonly CommandForm[] = [
  act('suspend', 'Suspend an actor: it keeps its messages and handles none.'),
  act('resume', 'Resume a suspended actor.'),
  act('retry', 'Retry the events that an actor failed to handle.'),
  act('quarantine', 'Quarantine an actor: nothing is delivered to it.'),
  act('release', 'Release an actor from quarantine.'),
];

/** So many of the last steps of an actor are shown with it. */
const shownSteps = 6;

export const actors = {
  list: operation({
    summary: 'All actors, the longest in their state last.',
    role: 'reader',
    http: { method: 'GET', path: '/api/actors' },
    offered: ['http', 'command', 'slash'],
    commands: [
      {
        words: 'actors list',
        about: {
          en: 'Running actors, their history, and acting on them',
          de: 'Laufende Akteure, ihr Verlauf, und was man mit ihnen machen kann',
        },
        isDefault: true,
        help: { en: 'List all actors.', de: 'Listet alle Akteure auf.' },
      },
    ],
    slash: [
      {
        words: 'actors list',
        about: { en: 'What runs now, and acting on it', de: 'Was gerade läuft, und was man damit machen kann' },
        isDefault: true,
        help: { en: 'List what runs or needs you.', de: 'Listet auf, was läuft oder dich braucht.' },
        inChat: { busy: true },
      },
      { words: 'actors all', help: { en: 'List all actors.', de: 'Listet alle Akteure auf.' } },
    ],
    input: () => ({
      busy: flag()
        .optional()
        .describe('true: only those that are not at rest or need their owner, who are the first; false: all'),
    }),
    output: () =>
      z.object({
        actors: z.array(actorRow()).readonly(),
        now: instant(),
        resting: count().describe('how many are left out'),
      }),
    needs: ['state'],
    run: ({ state }, { busy = false }) => listed(state(), busy),
    json: ({ actors }) => actors,
    view: actorsView,
  }),
  show: operation({
    summary: 'One actor, what it needs its owner for, and its last steps.',
    role: 'reader',
    http: { method: 'GET', path: '/api/actors/{id}' },
    offered: ['http', 'command', 'slash'],
    commands: [
      {
        words: 'actors show',
        also: ['actors'],
        help: {
          en: 'Show one actor, and what can be done to it.',
          de: 'Zeigt einen Akteur, und was man mit ihm machen kann.',
        },
        args: { id: 'ID' },
      },
    ],
    input: () => ({ id: address() }),
    output: () =>
      z.object({
        actor: actorRow(),
        now: instant(),
        needs: z.array(z.string()).readonly(),
        steps: z.array(journalEntry()).readonly(),
      }),
    missing: 'actor, or it has been pruned',
    needs: ['actor', 'needs', 'journal', 'reading'],
    run(provided, { id }) {
      const actor = provided.actor(id);
      if (!actor) return undefined;
      const needs = provided.needs().filter(need => need.id === id || need.about === id);
      const steps = provided.journal(id, { limit: shownSteps })?.entries ?? [];
      return { actor, now: provided.reading().now, needs: needs.map(({ text }) => text), steps };
    },
    view: actorView,
    absent: noActor,
  }),
  journal: operation({
    summary: "A page of an actor's journal, newest last.",
    role: 'reader',
    http: { method: 'GET', path: '/api/actors/{id}/journal' },
    offered: ['http', 'page', 'command'],
    commands: [
      {
        words: 'actors journal',
        help: 'Show the last 200 steps of an actor.',
        args: { id: 'ID' },
        fixed: { limit: '200' },
      },
    ],
    input: () => ({
      id: address(),
      before: between(0, Number.MAX_SAFE_INTEGER).optional(),
      limit: limit(200, 50),
      q: words('a text that stands in the event', 200),
    }),
    output: () => z.object({ entries: z.array(journalEntry()).readonly(), next: count().optional() }),
    missing: 'actor, or it has been pruned',
    needs: ['journal'],
    run: ({ journal }, { id, ...page }) => journal(id, page),
    json: ({ entries }) => entries,
    view: journalView,
    absent: noActor,
  }),
  preview: operation({
    summary: 'What a restart or a stop would run again, drop and interrupt.',
    role: 'reader',
    http: { method: 'GET', path: '/api/actors/{id}/restart' },
    offered: ['http', 'page', 'command'],
    input: () => ({ id: address() }),
    output: preview,
    missing: 'actor, or it has been pruned',
    needs: ['restartPreview'],
    run: ({ restartPreview }, { id }) => restartPreview(id),
  }),
  snapshot: operation({
    summary: 'The state of an actor as it is now.',
    role: 'reader',
    http: { method: 'GET', path: '/api/actors/{id}/snapshot' },
    offered: ['http', 'page', 'command'],
    commands: [
      {
        words: 'actors snapshot',
        help: { en: 'Print the stored state of an actor.', de: 'Schreibt den gespeicherten Zustand eines Akteurs.' },
        args: { id: 'ID' },
      },
    ],
    input: () => ({ id: address() }),
    output: () => z.object({ snapshot: json(), rev: count() }),
    missing: 'actor, or it has been pruned',
    needs: ['snapshot'],
    run: ({ snapshot }, { id }) => snapshot(id),
    view: snapshotView,
    absent: noActor,
  }),
  at: operation({
    summary: 'The state of an actor after one of its steps, replayed from its journal.',
    role: 'reader',
    http: { method: 'GET', path: '/api/actors/{id}/at/{seq}' },
    offered: ['http', 'page'],
    input: () => ({ id: address(), seq: between(0, 999_999_999_999_999).describe('the number of a step') }),
    output: () =>
      z.object({
        seq: count(),
        snapshot: json(),
        prev: json(),
        verified: z.union([z.boolean(), z.literal('code-changed'), z.literal('forgotten')]),
        ms: z.number(),
      }),
    missing: 'step of such an actor, or it has been pruned',
    needs: ['at'],
    run: ({ at }, { id, seq }) => at(id, seq),
  }),
  export: operation({
    summary: 'An actor with its whole journal, as "straylight actors replay" reads it.',
    role: 'reader',
    http: {
      method: 'GET',
      path: '/api/actors/{id}/export',
      file: ({ id }: { readonly id: string }) => `${id.replace(/[^A-Za-z0-9._-]+/g, '-')}.json`,
    },
    offered: ['http', 'command'],
    commands: [{ words: 'actors export', help: 'Print an actor and its whole journal.', args: { id: 'ID' } }],
    input: () => ({ id: address() }),
    output: json,
    missing: 'actor, or it has been pruned',
    needs: ['export'],
    run: (provided, { id }) => provided.export(id),
  }),
  command: operation({
    summary: 'Suspends, resumes, restarts, rewinds, stops, quarantines or releases an actor.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/actors/{id}/commands' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      ...holding,
      act(
        'restart',
        restarts,
        {
          fresh: { field: 'mode', gives: 'fresh', help: 'start over instead, from the initial state' },
          yes: confirmed,
        },
        { mode: 'checkpoint' },
      ),
      act('rewind', rewinds, {
        to: { field: 'seq', value: 'N', isNeeded: true, help: 'the step; "actors journal" lists them' },
        yes: confirmed,
      }),
      act('stop', stops, { yes: confirmed }),
    ],
    slash: [
      ...holding,
      act('restart', restarts, {}, { mode: 'checkpoint' }),
      {
        words: 'actors fresh',
        help: { en: 'Start an actor from the beginning.', de: 'Beginnt einen Akteur von vorn.' },
        args: { id: 'ID' },
        fixed: { verb: 'restart', mode: 'fresh' },
      },
      { ...act('rewind', rewinds), args: { id: 'ID', seq: 'N' } },
      act('stop', stops),
    ],
    input: () => ({
      id: address(),
      verb: oneOf(...adminVerbs),
      mode: oneOf('checkpoint', 'fresh').optional(),
      seq: count().optional(),
      rev: count().optional(),
      reason: text('why', 500).optional(),
    }),
    output: () => z.object({ outcome: outcome() }),
    only: { beside: 'verb', fields: { mode: ['restart'], seq: ['rewind'] } },
    needs: ['admin'],
    run: commandActor,
    async ahead(ask, { id, verb, mode, seq }, look) {
      if (verb !== 'restart' && verb !== 'rewind' && verb !== 'stop') return [];
      const preview = (await ask('actors.preview', { id })) as RestartPreview | undefined;
      return preview ? actAhead(preview, { id, verb, from: mode, seq }, look) : [];
    },
    outcome: ({ outcome }) => (outcome.state === 'done' ? 'done' : outcome.state === 'asked' ? 'open' : 'nothing'),
    json: ({ outcome }) => outcome,
    view: ({ outcome }, look, input) => actView(outcome, look, input),
  }),
  answer: operation({
    summary: 'Answers the question of an incident.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/incidents/{id}/answer' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      {
        words: 'actors answer',
        help: 'Answer a question of the supervisor.',
        args: { id: 'ID', choice: 'CHOICE' },
      },
    ],
    slash: [
      {
        words: 'answer',
        help: { en: 'Answer a question about a problem', de: 'Eine Frage zu einem Problem beantworten' },
        args: { id: 'KEY', choice: 'CHOICE' },
      },
    ],
    input: () => ({ id: address('incident'), choice: choice() }),
    output: () => z.object({}),
    needs: ['admin'],
    run: async ({ admin }, { id, choice }, { by }) => {
      await admin.choose(id.slice('incident:'.length), choice, by);
      return {};
    },
    json: (_, { id, choice }) => ({ incident: id, choice }),
    view: (_, look, { choice }) => answeredView(choice, look),
  }),
  tree: operation({
    summary: 'All actors as a tree, each below the one that started it.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tree' },
    offered: ['http'],
    input: () => ({}),
    output: () => z.object({ tree: z.array(branch()).readonly() }),
    needs: ['state'],
    run: ({ state }) => ({ tree: tree(state().actors) }),
  }),
};

/** Those that are not at rest: first who needs the owner, then the longest in their state. */
function listed({ actors, needs, now }: StateBatch, isBusy: boolean) {
  if (!isBusy) return { actors, now, resting: 0 };
  const needed = new Set(needs.map(({ id }) => id));
  const isNeedy = ({ id, status, tags }: ActorRow) =>
    needed.has(id) || status !== 'active' || tags.includes('attention');
  const living = actors.filter(({ status }) => status !== 'done' && status !== 'stopped');
  const shown = living
    .filter(one => isNeedy(one) || !one.tags.includes('resting'))
    .toSorted((a, b) => Number(isNeedy(b)) - Number(isNeedy(a)) || a.since - b.since);
  return { actors: shown, now, resting: living.length - shown.length };
}

/** Through the supervisor, which answers what came of it. */
async function commandActor(
  { admin }: Pick<Provided, 'admin'>,
  {
    id,
    mode,
    ...request
  }: { readonly id: string; readonly mode?: AdminAct['from'] } & Omit<AdminAct, 'actor' | 'from'>,
  { by, commandId }: Caller,
) {
  const from = mode === undefined ? {} : { from: mode };
  const outcome = await admin.command({ id: commandId ?? '', actor: id, by, ...from, ...request });
  if (outcome.state === 'failed')
    throw refuse(409, outcome.error ?? 'it could not be done', {
      code: 'changed',
      outcome: outcome.state,
      commandId: outcome.id,
    });
  return { outcome };
}

/** An actor whose parent is not among the rows stands at the top. */
function tree(rows: readonly ActorRow[]): readonly Branch[] {
  const ids = new Set(rows.map(({ id }) => id));
  const children = Map.groupBy(rows, ({ parent }) => (parent !== undefined && ids.has(parent) ? parent : ''));
  const beneath = (parent: string): readonly Branch[] =>
    (children.get(parent) ?? []).map(({ id, kind, label, leaf, status, rev, since }) => ({
      id,
      kind,
      label,
      leaf,
      status,
      rev,
      since,
      children: beneath(id),
    }));
  return beneath('');
}
