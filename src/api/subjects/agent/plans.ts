/** Plans that were approved, and how their steps stand. */

import type { ZodType } from 'zod';
import {
  type CheckOutcome,
  checkOutcomes,
  type GoalCheck,
  provesNothing,
  wasNotRun,
} from '../../../domain/goals/check.ts';
import {
  longestPlan,
  type PlanRecord,
  type PlanService,
  type PlanState,
  planStates,
  type StepRecord,
  type StepState,
  stepStates,
} from '../../../domain/plans/plan.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { ago } from '../../../domain/text/ago.ts';
import { catalog } from '../../../domain/text/catalog.ts';
import { elapsedText } from '../../../domain/text/elapsed-text.ts';
import { defined } from '../../../domain/text/json.ts';
import { type Language, ownWords } from '../../../domain/text/texts.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { operation } from '../../contract.ts';
import { count, instant, limit, saidAsData, text } from '../../fields.ts';
import { refuse } from '../../refusal.ts';
import { type Block, type GraphNode, graphBlock, type Look, lines, type NodeState, type Row } from '../../view.ts';
import { z } from '../../zod.ts';
import { verdictTexts } from './outcomes.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly plans: PlanService;
  }
}

function check(): ZodType<GoalCheck> {
  const result = { outcome: z.enum(checkOutcomes), saw: z.union([z.string(), saidAsData()]) };
  return z.object({
    text: z.string().describe('as it stands in the plan'),
    before: z
      .union([z.object(result), z.object({ hash: z.string() })])
      .describe('what it found before the work, or the hash of what is to stay as it is'),
    last: z.object({ ...result, at: instant() }).optional(),
  });
}

function plan(): ZodType<PlanRecord> {
  const step: ZodType<StepRecord> = z.object({
    step: z.string(),
    agent: z.string(),
    dependsOn: z.array(z.string()).readonly(),
    state: z.enum(stepStates),
    attempt: count(),
    child: z.string().nullable().describe('the delegation that does it'),
    checks: z.array(check()).readonly(),
    worktree: z.string().nullable().describe('the repository that it works on a copy of; null: none'),
  });
  return z.object({
    id: z.string(),
    name: z.string().describe('the id that it gives itself'),
    title: z.string(),
    session: z.string().describe('the conversation that made it'),
    turn: z.string(),
    call: z.string().describe('the call that was approved'),
    digest: z.string().describe('of that call: it is carried out as long as nothing of it changes'),
    state: z.enum(planStates),
    verdict: z.enum(checkOutcomes).nullable().describe('what its checks found; null: it has none, or is under way'),
    startedAt: instant(),
    endedAt: instant().nullable(),
    steps: z.array(step).readonly(),
  });
}

export const plans = {
  list: operation({
    summary: 'The plans you approved, with their steps and what their checks found; those under way first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/plans' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'plans list',
        about: {
          en: 'Plans: what agents carry out step by step',
          de: 'Pläne: was Agenten Schritt für Schritt ausführen',
        },
        isDefault: true,
        help: {
          en: 'List the plans you approved, with their steps.',
          de: 'Listet die freigegebenen Pläne mit ihren Schritten auf.',
        },
      },
    ],
    input: () => ({ limit: limit(100, 5) }),
    output: () => z.object({ plans: z.array(plan()).readonly() }),
    needs: ['plans'],
    run: ({ plans }, { limit }) => ({ plans: plans.list(limit) }),
    json: ({ plans }) => plans,
    view: ({ plans }, look) =>
      plans.length === 0 ? [lines(texts[look.language].none)] : plans.flatMap(one => blocksOf(one, look)),
  }),
  edit: operation({
    summary: 'Changes the plan that waits for your approval: it is then judged and asked about again.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/plans/edit' },
    offered: ['http', 'command', 'slash'],
    commands: [
      {
        words: 'plans edit',
        help: {
          en: 'Change the plan that waits for your approval.',
          de: 'Ändert den Plan, der auf deine Freigabe wartet.',
        },
        args: { plan: 'PLAN' },
        isOpen: true,
      },
    ],
    input: () => ({
      plan: text(
        {
          en: 'the whole plan, as its card shows it, with your changes',
          de: 'der ganze Plan, wie seine Karte ihn zeigt, mit deinen Änderungen',
        },
        longestPlan,
      ),
    }),
    output: () => z.object({ approval: z.string().describe('the one that is asked about again') }),
    needs: ['approvals', 'decide'],
    async run({ approvals, decide }, { plan }, { by }) {
      const waiting = approvals('pending').filter(({ card }) => card.tool === 'run_plan');
      const same = waiting.filter(({ card }) => nameIn(card.exact) === nameIn(plan));
      const [one, other] = waiting.length === 1 ? waiting : same;
      if (!one) throw refuse(404, says`no plan with this id waits for approval`);
      if (other) throw refuse(409, says`several plans with this id wait for approval; deny all but one`);
      const { key: approval, digest, nonce } = one.card;
      const changed = { arguments: JSON.stringify({ plan }), digest, nonce };
      const answer = await decide({ approval, decision: 'edit', by, ...changed });
      if (!answer.ok) throw refuse(answer.why === 'invalid' ? 400 : 409, answer.message);
      return { approval };
    },
    view: (_, { language }) => [lines(texts[language].edited)],
  }),
};

/** The id that a plan gives itself. */
function nameIn(plan: string): string | undefined {
  return /^id: *(\S+)/m.exec(plan)?.[1];
}

function blocksOf(one: PlanRecord, { now, language }: Look): readonly Block[] {
  const say = texts[language];
  const { title, state, verdict, startedAt, endedAt, steps } = one;
  const took = elapsedText((endedAt ?? now) - startedAt);
  const parts = [
    say.states[state],
    ...(verdict === null ? [] : [verdictTexts[language][verdict]]),
    took,
    ago(now - startedAt, language),
  ];
  return [
    lines(`${title}: ${parts.join(', ')}`, state === 'failed' || verdict === 'fails' ? 'warn' : 'strong'),
    graphBlock(steps.map(step => nodeOf(step, language))),
    { kind: 'table', head: say.head, rows: steps.map(step => rowOf(step, language)) },
  ];
}

function nodeOf(one: StepRecord, language: Language): GraphNode {
  const { step, dependsOn, state, attempt, child } = one;
  const say = texts[language];
  const note = `${agentIn(one, language)}, ${say.steps[state]}${attempt > 1 ? ` (${say.attempt(attempt)})` : ''}`;
  return {
    id: step,
    label: step,
    note,
    state: nodeStateOf[state],
    after: dependsOn,
    ...defined({ actor: child ?? undefined }),
  };
}

const nodeStateOf: Readonly<Record<StepState, NodeState>> = {
  waiting: 'waiting',
  copying: 'working',
  running: 'working',
  checking: 'working',
  merging: 'working',
  consulting: 'working',
  stuck: 'needs',
  done: 'done',
  failed: 'failed',
  unknown: 'failed',
  cancelled: 'left',
  skipped: 'left',
};

function agentIn({ agent, worktree }: StepRecord, language: Language): string {
  return worktree === null ? agent : `${agent} ${texts[language].copyOf(worktree)}`;
}

function rowOf(one: StepRecord, language: Language): Row {
  const { step, agent, dependsOn, state, attempt, child, checks } = one;
  const say = texts[language];
  const tries = attempt > 1 ? ` (${say.attempt(attempt)})` : '';
  const found = checks.map(one => `${marks[outcomeOf(one)]} ${one.text}${sawIn(one, language)}`);
  return {
    cells: [
      step,
      agentIn(one, language),
      dependsOn.length === 0 ? '–' : dependsOn.join(', '),
      `${say.steps[state]}${tries}`,
      found.length === 0 ? '–' : oneLine(found.join('; '), 200),
    ],
    ...defined({
      session: child === null ? undefined : `session:agent:${agent}-${child.slice(child.indexOf(':') + 1)}`,
      tone: state === 'failed' || state === 'unknown' || state === 'stuck' ? ('warn' as const) : undefined,
    }),
  };
}

/** One that held before the work shows nothing. */
function outcomeOf(check: GoalCheck): CheckOutcome | 'open' {
  if (check.last === undefined) return 'open';
  return provesNothing(check) && check.last.outcome === 'holds' ? 'unknown' : check.last.outcome;
}

function sawIn(check: GoalCheck, language: Language): string {
  const { last } = check;
  if (last === undefined || last.outcome === 'holds') return wasNotRun(check) ? ` (${texts[language].notRun})` : '';
  return ` (${ownWords(last.saw, language)})`;
}

const marks: Readonly<Record<CheckOutcome | 'open', string>> = { holds: '✓', fails: '✗', unknown: '?', open: '·' };

const en = {
  head: ['Step', 'Agent', 'After', 'State', 'Checks'] as readonly string[],
  none: 'No plan was approved yet. Ask for one: “make a plan for …, and carry it out”.',
  notRun: 'could not be run before the work',
  edited: 'The plan is changed, and asked about again.',
  attempt: (count: number) => `try ${count}`,
  copyOf: (folder: string) => `on a copy of ${folder}`,
  states: {
    running: 'under way',
    done: 'done',
    failed: 'not done',
    cancelled: 'stopped',
    unknown: 'unknown',
  } as Readonly<Record<PlanState, string>>,
  steps: {
    waiting: 'waits',
    copying: 'its copy is made',
    running: 'at work',
    checking: 'is checked',
    merging: 'is merged',
    consulting: 'a planner looks at it',
    stuck: 'needs you',
    done: 'done',
    failed: 'failed',
    cancelled: 'stopped',
    unknown: 'unknown',
    skipped: 'left out',
  } as Readonly<Record<StepState, string>>,
};

const de: typeof en = {
  head: ['Schritt', 'Agent', 'Nach', 'Stand', 'Prüfungen'],
  none: 'Noch wurde kein Plan freigegeben. Bitte um einen: „mach einen Plan für … und führe ihn aus“.',
  edited: 'Der Plan ist geändert und wird neu vorgelegt.',
  notRun: 'konnte vor der Arbeit nicht laufen',
  attempt: count => `Versuch ${count}`,
  copyOf: folder => `auf einer Kopie von ${folder}`,
  states: {
    running: 'läuft',
    done: 'fertig',
    failed: 'nicht fertig',
    cancelled: 'angehalten',
    unknown: 'unbekannt',
  },
  steps: {
    waiting: 'wartet',
    copying: 'seine Kopie entsteht',
    running: 'bei der Arbeit',
    checking: 'wird geprüft',
    merging: 'wird übernommen',
    consulting: 'ein Planer sieht ihn an',
    stuck: 'braucht dich',
    done: 'fertig',
    failed: 'fehlgeschlagen',
    cancelled: 'angehalten',
    unknown: 'unbekannt',
    skipped: 'ausgelassen',
  },
};

const texts = catalog('api/subjects/agent/plans', { en, de });
