/** What carries the operations out, from the services there are. */
import type { Caller, Implemented, Implements } from '../../api/service.ts';
import { budgetOfToday } from '../../domain/budget/view.ts';
import type { Memory } from '../../domain/memory/memory.ts';
import { accountActs, accountReads } from './accounts.ts';
import { actorActs, actorReads } from './actors.ts';
import { approvalActs, approvalReads, standingOperations } from './approvals.ts';
import { conversationOperations } from './conversations.ts';
import { goalActs, goalReads } from './goals.ts';
import { jobActs, jobReads } from './jobs.ts';
import type { Acts, Services } from './services.ts';
import { chatActs, chatReads, sessionActs, sessionReads, trustOperations } from './sessions.ts';
import { taskActs, taskReads } from './tasks.ts';

/** Where a part of the services is left out, its operations are too. */
export function implementedOperations(services: Services): Implemented {
  const {
    accounts,
    sessions,
    conversations,
    standing,
    jobs,
    tasks,
    goals,
    tools,
    sandbox,
    undo,
    secrets,
    budget,
    audit,
    memories,
    traces,
    trust,
    models,
  } = services;
  const acts = isActing(services) ? services : undefined;
  return {
    state: stateOperations(services),
    approvals: { ...approvalReads(services), ...(acts && approvalActs({ ...services, ...acts })) },
    standing: standing && standingOperations(standing),
    actors: { ...actorReads(services), ...(acts?.admin && actorActs(acts.admin)) },
    sessions: {
      ...sessionReads(services),
      ...(sessions && chatReads(sessions)),
      ...(sessions && acts && chatActs(sessions)),
      ...(acts && sessionActs(acts)),
      ...(trust && trustOperations(trust, acts !== undefined)),
    },
    conversations: conversations && conversationOperations(conversations, acts !== undefined),
    jobs: jobs && { ...jobReads(jobs), ...(acts && jobActs(jobs)) },
    tasks: tasks && { ...taskReads(tasks), ...(acts && taskActs(tasks)) },
    goals: goals && { ...goalReads(goals), ...(acts && goalActs(goals)) },
    tools: toolOperations(tools, services, acts),
    sandbox: {
      ...(sandbox && { show: () => sandbox.look() }),
      ...spoken(
        'reset',
        acts?.resetSandbox,
        reset =>
          (_: object, { by, commandId }) =>
            reset(by, commandId),
      ),
    },
    secrets: {
      list: async () => ({ secrets: (await secrets?.list()) ?? [] }),
      ...spoken('reload', acts?.reloadSecrets, reload => () => reload()),
    },
    undo: undoOperations(undo, acts),
    memory: memoryOperations(memories, acts?.changeMemory),
    budget: budget && { show: () => budget.look(), history: ({ span }) => budget.history(span) },
    models: models && modelOperations(models, acts),
    audit: {
      ...(audit && { list: query => audit.page(query) }),
      unrecorded: async () => ({ addresses: (await audit?.unrecorded()) ?? [] }),
      ...spoken('accept', acts?.acceptAudit, accept => () => accept()),
    },
    traces: traces && traceOperations(traces),
    accounts: accounts && { ...accountReads(accounts), ...(acts && accountActs(accounts)) },
  };
}

function isActing(services: Services): services is Services & Acts {
  return services.say !== undefined && services.decide !== undefined && services.abort !== undefined;
}

/** An act that answers with a sentence, where there is one. */
function spoken<Name extends string, Act>(
  name: Name,
  act: Act | undefined,
  does: (act: Act) => (input: object, caller: Pick<Caller, 'by' | 'commandId'>) => Promise<string>,
) {
  if (!act) return {};
  const say = does(act);
  const carry = async (input: object, caller: Pick<Caller, 'by' | 'commandId'>) => ({
    message: await say(input, caller),
  });
  return { [name]: carry } as Readonly<Record<Name, typeof carry>>;
}

function stateOperations({ state, budget }: Services): Implements<'state'> {
  return {
    async show(_, { mark, role }) {
      const today = await budgetOfToday(budget);
      // read first, then mark: both happen in one go, so nothing is committed in between
      const batch = state();
      return { ...batch, ...mark?.(batch.boot), role, ...(today ? { budget: today } : {}) };
    },
  };
}

function toolOperations(
  tools: Services['tools'],
  { coreTools }: Services,
  acts: Acts | undefined,
): Partial<Implements<'tools'>> {
  const change = acts?.changeTool;
  return {
    list: async () => ({ tools: (await tools?.list()) ?? [], core: coreTools?.() ?? [] }),
    show: ({ name }) => tools?.show(name),
    async source({ name, commit }) {
      const source = await tools?.sourceAt?.(name, commit);
      return source === undefined ? undefined : { commit, source };
    },
    ...(change && { change: async ({ name, act }, { by }) => ({ message: await change(name, act, by) }) }),
  };
}

function undoOperations(undo: Services['undo'], acts: Acts | undefined): Partial<Implements<'undo'>> {
  const apply = acts?.applyUndo;
  return {
    ...(undo && { list: () => undo.list(), show: ({ id }) => undo.show(id) }),
    ...(apply && {
      apply: async ({ id, overwrite }, { by }) => ({
        outcome: await apply(id, overwrite === undefined ? {} : { overwrite }, by),
      }),
    }),
  };
}

function memoryOperations(
  memories: Services['memories'],
  changes: Acts['changeMemory'],
): Partial<Implements<'memory'>> {
  return {
    ...(memories && {
      list: async query => ({ memories: await memories.find(query) }),
      pending: async ({ limit }) => ({ pending: await memories.pending(limit) }),
      stats: () => memories.stats(),
      show: ({ id }) => memories.show(id),
      carrying: ({ words }) => memories.carrying(words),
      export: ({ after, limit }) => memories.page(after === '' ? undefined : after, limit),
    }),
    ...(changes && memoryActs(changes)),
  };
}

function memoryActs(changes: NonNullable<Acts['changeMemory']>) {
  const whole = (memory: Memory | undefined) => memory && { memory };
  return {
    decide: async ({ id, decision }, { by }) => whole(await changes[decision](id, by)),
    edit: async ({ id, content }, { by }) => whole(await changes.edit(id, content, by)),
    // what is gone is gone: asked again, there is none
    forget: ({ id }, { by }) => changes.forget(id, by),
    forgetWords: ({ words, count }, { by, commandId }) => changes.forgetWords(words, count, by, commandId),
    forgetAll: ({ count, keepConversations = false }, { by }) => changes.forgetAll(count, keepConversations, by),
    import: ({ batch, memories, links = [], vouched = false }, { by }) =>
      changes.take(batch, { memories, links, isVouchedFor: vouched }, by),
    consolidate: ({ run }, { by }) => changes.consolidate(run, by),
    undo: ({ batch }, { by, commandId }) => changes.undo(batch === '' ? undefined : batch, by, commandId),
  } satisfies Partial<Implements<'memory'>>;
}

function modelOperations(
  models: NonNullable<Services['models']>,
  acts: Acts | undefined,
): Partial<Implements<'models'>> {
  return {
    list: ({ session }) => models.look(session),
    prices: () => models.prices(),
    ...(acts && {
      retry: ({ model }) => models.retry(model),
      choose: async ({ id, model }) => ({ message: await models.choose(id, model) }),
    }),
  };
}

function traceOperations(traces: NonNullable<Services['traces']>): Implements<'traces'> {
  return {
    list({ actor }) {
      const turns = traces.list(actor);
      return turns && { turns };
    },
    show: ({ turn }) => traces.turn(turn),
  };
}
