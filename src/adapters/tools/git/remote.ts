/** The tools that exchange commits with a server: clone, fetch, push. */
import { z } from 'zod';
import { addressProblem, branchProblem, commitForm, plainAddress } from '../../../domain/git/names.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { outputTaint } from '../../../domain/policy/taint.ts';
import { isSecretName, secretNameRule } from '../../../domain/secrets/handle.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import { defined } from '../../../domain/text/json.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import { namedPath, namedUrl, ownFact } from '../../../domain/tools/named-facts.ts';
import { issueSaying } from '../../../domain/tools/said/issue.ts';
import type { CallFacts } from '../../../domain/tools/tool.ts';
import type { ConfinedFiles } from '../../../ports/files/confined.ts';
import type { SecretAccess, SecretRequest } from '../../../ports/secrets/access.ts';
import { defineTool, type Tool, type ToolContext, type ToolOutput } from '../../../ports/tool.ts';
import type { DomainTrust } from '../../../ports/web/domain-trust.ts';
import { answering, shownPath } from '../../files/confined-argument.ts';
import type { GitExchange, PushPlan, With } from '../../git/exchange.ts';
import { gitWord, repositoryArgument } from './local.ts';

const brings = {
  effect: 'act',
  changesWorkspace: true,
  isOccasional: true,
  takesSecrets: 'header',
  deeds: ['fetchPage', 'writeFile', 'keep'],
  factsOf: args => ({ ...namedPath(args), ...namedUrl(args), trusted: false }),
} as const satisfies Omit<ToolDeclaration, 'name'>;

/** What the tools that reach a server say of themselves. */
export const gitCloneDeclaration = {
  name: 'git_clone',
  does: { en: 'Clones a Git repository into the workspace.', de: 'Klont ein Git-Repository in den Arbeitsordner.' },
  ...brings,
} as const satisfies ToolDeclaration;
export const gitFetchDeclaration = {
  name: 'git_fetch',
  does: { en: 'Fetches new commits of a server.', de: 'Holt neue Commits von einem Server.' },
  ...brings,
} as const satisfies ToolDeclaration;
export const gitPushDeclaration = {
  name: 'git_push',
  does: {
    en: 'Pushes commits to a server, each time after your yes.',
    de: 'Schiebt Commits zu einem Server, jedes Mal nach deinem Ja.',
  },
  effect: 'act',
  leavesWorkspace: true,
  isOccasional: true,
  takesSecrets: 'header',
  deeds: ['send'],
  factsOf: args =>
    typeof args['commit'] === 'string'
      ? { ...namedUrl(args), publishes: args['force'] === true ? 'overwrites' : 'adds' }
      : { publishes: 'nothing' },
} as const satisfies ToolDeclaration;

export interface RemoteGitOptions {
  readonly files: ConfinedFiles;
  /** Loaded with the first call. */
  readonly exchange: () => Promise<GitExchange>;
  readonly trust: DomainTrust;
  readonly secrets: SecretAccess;
  readonly redact: (text: string) => string;
}

/** Large repositories take their time. */
const longMs = 900_000;

export function remoteGitTools(options: RemoteGitOptions): readonly Tool[] {
  return [cloneTool(options), fetchTool(options), pushTool(options)];
}

const secretArgument = () =>
  z
    .string()
    .refine(isSecretName, `the name of a secret is ${secretNameRule}`)
    .optional()
    .describe('The name of a secret of the owner for this host: a token, or user:password.');

function addressArgument(trust: DomainTrust, description: string) {
  return z
    .string()
    .trim()
    .max(1_000)
    .superRefine((url, issues) => {
      const problem = addressProblem(url);
      const why = problem === undefined ? trust.refusal(url) : undefined;
      if (problem !== undefined)
        issues.addIssue(issueSaying(typeof problem === 'string' ? { form: problem } : problem));
      else if (why !== undefined) issues.addIssue(issueSaying(says`this request may not leave: ${why}`));
    })
    .describe(description);
}

interface Reached {
  readonly url: string;
  readonly secret?: string | undefined;
}

function cloneTool({ files, exchange, trust, secrets, redact }: RemoteGitOptions): Tool {
  const schema = z.strictObject({
    url: addressArgument(trust, 'The address of the repository, with https://.'),
    path: repositoryArgument(files, true),
    secret: secretArgument(),
  });
  return defineTool({
    ...gitCloneDeclaration,
    description:
      'Clones a Git repository of the web into a new folder of the workspace, with all branches and tags. Submodules stay out.',
    schema,
    timeoutMs: longMs,
    intent: ({ url, path, secret }, language) =>
      intentTexts(language).gitClone(url, shownPath(files, path), secret ?? '', allowsOf(trust, url)),
    facts: ({ url, path, secret }) =>
      bringingFacts({ url, secret }, path, gitCloneDeclaration.name, { files, trust, secrets }),
    run: ({ url, path, secret }, context) =>
      answering('external', async () => {
        const how = await reachedBy({ url, secret }, gitCloneDeclaration.name, context, secrets);
        trust.approved(how.url, context.call);
        return broughtText(redact(await (await exchange()).clone(files.place(path), how)));
      }),
  });
}

function fetchTool({ files, exchange, trust, secrets, redact }: RemoteGitOptions): Tool {
  const schema = z.strictObject({
    path: repositoryArgument(files, true),
    url: addressArgument(trust, 'The address it is fetched from, as git_status shows it.'),
    remote: gitWord('Under which name its branches are kept.', branchProblem).default('origin'),
    secret: secretArgument(),
  });
  return defineTool({
    ...gitFetchDeclaration,
    description:
      'Fetches the new commits of a server into a Git repository of the workspace, as branches origin/…; files stay as they are.',
    schema,
    timeoutMs: longMs,
    intent: ({ url, path, secret }, language) =>
      intentTexts(language).gitFetch(url, shownPath(files, path), secret ?? '', allowsOf(trust, url)),
    facts: ({ url, path, secret }) =>
      bringingFacts({ url, secret }, path, gitFetchDeclaration.name, { files, trust, secrets }),
    run: ({ path, url, remote, secret }, context) =>
      answering('external', async () => {
        const how = await reachedBy({ url, secret }, gitFetchDeclaration.name, context, secrets);
        trust.approved(how.url, context.call);
        return broughtText(redact(await (await exchange()).fetch(files.place(path), remote, how)));
      }),
  });
}

/** What a yes allows beside the call: the host, where that can be trusted and is not yet. */
function allowsOf(trust: DomainTrust, url: string) {
  const isNew = !trust.isTrusted(url) && trust.canBeTrusted(url);
  return { host: isNew ? new URL(url).hostname : undefined };
}

function broughtText(text: string): ToolOutput {
  const said = text.trimEnd();
  return { text: said === '' ? 'There is nothing new.' : said, taint: outputTaint(said) };
}

/**
 * `git_push`. Without `commit` it looks what would be pushed; with it, it pushes exactly that, and the owner is asked
 * with what was seen then. A commit is its content, and the server takes it only where its branch is what was shown.
 */
function pushTool({ files, exchange, trust, secrets, redact }: RemoteGitOptions): Tool {
  const plans = new Map<string, PushPlan>();
  const keyOf = (args: PushArguments) =>
    [shownPath(files, args.path), plainAddress(args.url), args.branch, args.commit, args.expected].join(' ');
  const schema = z.strictObject({
    path: repositoryArgument(files, true),
    url: addressArgument(trust, 'The address it is pushed to, as git_status shows it.'),
    branch: gitWord('The branch.', branchProblem),
    remote: gitWord('The name of the remote.', branchProblem).default('origin'),
    commit: z
      .string()
      .regex(commitForm, 'expected the whole name of a commit, as the look shows it')
      .optional()
      .describe('As the look at what would be pushed showed it; leave it out for that look.'),
    expected: z
      .string()
      .regex(/^$|^[0-9a-f]{40}$|^[0-9a-f]{64}$/, 'expected what the look showed')
      .default('')
      .describe('As the look showed it.'),
    force: z.boolean().default(false).describe('Overwrites the branch at the server.'),
    secret: secretArgument(),
  });
  return defineTool({
    ...gitPushDeclaration,
    description:
      'Pushes a branch of a Git repository of the workspace to a server. Call it first without commit: it shows the commits and files, and the values for the second call, which the owner is asked about.',
    schema,
    timeoutMs: longMs,
    problem: args =>
      args.commit === undefined || plans.has(keyOf(args))
        ? undefined
        : 'Look first at what would be pushed: call git_push without commit, then with what it shows.',
    intent: (args, language) =>
      args.commit === undefined
        ? intentTexts(language).gitPushLook(args.branch, shownPath(files, args.path))
        : intentTexts(language).gitPush(args.branch, args.url, args.force, args.secret ?? ''),
    exact: args => {
      const plan = args.commit === undefined ? undefined : plans.get(keyOf(args));
      return plan && planText(args, plan, shownPath(files, args.path));
    },
    facts: args => pushFacts(args, { trust, secrets }),
    run: (args, context) =>
      answering('external', async () => {
        const { path, branch, remote, commit, expected, force } = args;
        const git = await exchange();
        if (commit === undefined) {
          const how = { url: plainAddress(args.url), signal: context.signal, alive: context.alive };
          const plan = await git.plan(files.place(path), { remote, branch }, how);
          plans.set(keyOf({ ...args, commit: plan.commit, expected: plan.base ?? '' }), plan);
          return lookedText(args, plan, redact);
        }
        const plan = plans.get(keyOf(args));
        if (plan !== undefined && plan.dropped > 0 && !force) throw fault('invalid', behind(plan));
        const how = await reachedBy(args, gitPushDeclaration.name, context, secrets);
        await git.push(
          files.place(path),
          { remote, branch, commit, expected: expected === '' ? undefined : expected },
          how,
        );
        return { text: `Pushed ${commit.slice(0, 10)} to ${branch} of ${how.url}.`, taint: 'owner' };
      }),
  });
}

interface PushArguments extends Reached {
  readonly path: string;
  readonly branch: string;
  readonly commit?: string | undefined;
  readonly expected: string;
  readonly force: boolean;
}

const behind = ({ dropped }: PushPlan) =>
  says`the branch at the server has ${dropped} commits that this one lacks: fetch and merge them first, or set force to overwrite them`;

/** What its owner decides on. */
function planText(
  { url, branch, force }: PushArguments,
  { commit, base, count, dropped, commits, stat }: PushPlan,
  path: string,
): string {
  const more = count > commits.split('\n').length ? [`… ${count} commits in all`] : [];
  return [
    `${force ? 'FORCED PUSH of' : 'push'} ${branch} of ${path} to ${plainAddress(url)}`,
    base === undefined ? `new branch at ${commit}` : `from ${base} to ${commit}`,
    ...(dropped > 0 ? [`${dropped} commits of the server are dropped`] : []),
    '',
    commits,
    ...more,
    '',
    stat,
  ].join('\n');
}

function lookedText(args: PushArguments, plan: PushPlan, redact: (text: string) => string): ToolOutput {
  const { commit, base, count, dropped, commits, stat } = plan;
  if (count === 0 && dropped === 0)
    return {
      text: `There is nothing to push: ${args.branch} at ${args.url} is ${commit}, as far as was fetched.`,
      taint: 'owner',
    };
  const values = JSON.stringify({ commit, expected: base ?? '' });
  const note =
    dropped > 0
      ? [`The branch at the server has ${dropped} commits that this one lacks; only force would push it.`]
      : [];
  const shown = redact(`${commits}\n\n${stat}`);
  return {
    text: [`${count} commits would be pushed. To push them, call again with ${values}.`, ...note, '', shown].join('\n'),
    taint: outputTaint(shown),
  };
}

function pushFacts(args: PushArguments, { trust, secrets }: Pick<RemoteGitOptions, 'trust' | 'secrets'>): CallFacts {
  if (args.commit === undefined) return { publishes: 'nothing' };
  return {
    ...reachingFacts(args, gitPushDeclaration.name, { trust, secrets }),
    publishes: args.force ? 'overwrites' : 'adds',
  };
}

function bringingFacts(
  reached: Reached,
  path: string,
  tool: string,
  { files, trust, secrets }: Pick<RemoteGitOptions, 'files' | 'trust' | 'secrets'>,
): CallFacts {
  return {
    ...reachingFacts(reached, tool, { trust, secrets }),
    path: shownPath(files, path),
    trusted: trust.isTrusted(reached.url),
  };
}

function reachingFacts(
  { url, secret }: Reached,
  tool: string,
  { trust, secrets }: Pick<RemoteGitOptions, 'trust' | 'secrets'>,
): CallFacts {
  const requests = requestsOf({ url, secret }, tool);
  return {
    url: plainAddress(url),
    ...ownFact(trust.ownHost(url)),
    ...defined({
      secrets: secret === undefined ? undefined : [secret],
      refused: secrets.refusal(requests)?.slice(0, 1_000),
    }),
  };
}

function requestsOf({ url, secret }: Reached, tool: string): readonly SecretRequest[] {
  return secret === undefined
    ? []
    : [{ name: secret, use: { tool, way: 'header', url: plainAddress(url), header: 'authorization' } }];
}

/** The secret is revealed here and goes to the relay, which alone sends it; git is never given it. */
async function reachedBy(
  { url, secret }: Reached,
  tool: string,
  { signal, alive, call }: ToolContext,
  secrets: SecretAccess,
): Promise<With> {
  const values = await secrets.reveal(requestsOf({ url, secret }, tool), call);
  const value = secret === undefined ? undefined : values.get(secret);
  const pair = value?.includes(':') ? value : `git:${value}`;
  const authorization = value === undefined ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`;
  return { url: plainAddress(url), authorization, signal, alive };
}
