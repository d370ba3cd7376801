/**
 * The plans of the rehearsal model: what each step is comes from the request, or from the folders there are. Its agents
 * are answered by this model, too, so a step is worded as a request that it understands.
 */
import { isPlanId, mostPlanSteps } from '../../../domain/plans/plan.ts';
import { planModelTexts } from '../../../domain/plans/texts.ts';
import { defined } from '../../../domain/text/json.ts';
import { pathIn } from './grammar/files.ts';
import type { Choice, Language, Moment, RequestPart, Said } from './intent.ts';
import { toolName } from './own-tools.ts';
import { planWords } from './texts/plan-words.ts';
import { rehearsalTexts } from './texts/texts.ts';

interface PlannedStep {
  readonly id: string;
  readonly agent: 'researcher' | 'file_worker';
  readonly task: string;
  readonly after: readonly string[];
  readonly verify?: string;
  /** The repository that it works on a copy of. */
  readonly worktree?: string;
}

/** “Compare these three projects and write a report”: each is looked at by itself, side by side. */
export function comparison({ names, many, report }: Said, { earlier }: Moment, language: Language): Choice {
  const words = planWords(language);
  const { folders, files } = foundIn(earlier.result ?? '');
  const named = (names ?? '').split(/,? (?:and|und) |, ?/).flatMap(name => pathIn({ path: name.trim() }) || []);
  const missing = named.find(name => !folders.includes(name));
  if (missing !== undefined) return { say: words.missing(missing) };
  const count = many === undefined ? undefined : numberOf(many);
  const chosen = named.length > 0 ? named : folders.filter(name => !name.includes('/') && !name.startsWith('.'));
  if (chosen.length < 2 || chosen.length > mostCompared || (count !== undefined && count !== chosen.length))
    return { say: words.which(chosen) };
  const looks = chosen.map((folder, at): PlannedStep => {
    const readme = files.find(file => file.toLowerCase() === `${folder}/readme.md`.toLowerCase());
    const task = `${words.listIn(folder)}${readme === undefined ? '' : words.thenRead(readme)}`;
    return { id: idOf(folder, `look_${at + 1}`), agent: 'researcher', task, after: [] };
  });
  const path = report === undefined ? fresh(words.report, files) : pathIn({ bare: report });
  return planned(words.report, words.compare(chosen), [...looks, writing(path, looks, language)]);
}

const mostCompared = 6;
/** From two on. */
const numbers = [
  ['two', 'zwei'],
  ['three', 'drei'],
  ['four', 'vier'],
  ['five', 'fünf'],
  ['six', 'sechs'],
];

function numberOf(word: string): number {
  const at = numbers.findIndex(words => words.includes(word.toLowerCase()));
  return at < 0 ? Number(word) : at + 2;
}

/** “Make a plan for the report, and carry it out”, with or without the steps it is to have. */
export function plan({ topic = '', steps, copied }: Said, { earlier, partsOf }: Moment, language: Language): Choice {
  const words = planWords(language);
  const about = topic.trim().replace(/[.!?]+$/, '');
  const worktree = copied === undefined ? undefined : pathIn({ path: copied });
  const title = about === '' ? words.ofSteps : words.about(about);
  const id = idOf(withoutArticle(about), 'plan');
  if (steps !== undefined)
    return ofSteps(partsOf(steps.replace(carriedOut, '').trim()), { id, title, language, worktree });
  const subject = withoutArticle(about) || words.report;
  const looks: readonly PlannedStep[] = [
    { id: 'files', agent: 'researcher', task: words.list, after: [] },
    { id: 'mentions', agent: 'researcher', task: words.search(subject), after: [] },
  ];
  const path = fresh(toolName(subject).replaceAll('_', '-') || words.report, foundIn(earlier.result ?? '').files);
  return planned(id, title, [...looks, writing(path, looks, language)]);
}

/** Each part is a step. Those that do not wait for each other begin at once, but for two that write in one folder. */
function ofSteps(
  parts: readonly RequestPart[],
  {
    id,
    title,
    language,
    worktree,
  }: {
    readonly id: string;
    readonly title: string;
    readonly language: Language;
    readonly worktree: string | undefined;
  },
): Choice {
  const words = planWords(language);
  if (parts.length > mostPlanSteps) return { say: words.tooMany(mostPlanSteps) };
  const steps: PlannedStep[] = [];
  const stages = [...new Set(parts.map(({ stage }) => stage))];
  const ids = new Map(parts.map((step, at) => [step, `step_${at + 1}`]));
  let writer: string | undefined;
  for (const step of parts) {
    const { intent, said: given, text, stage } = step;
    const agent = agentFor(intent?.tool);
    if (agent === undefined) return { say: words.cannot(text) };
    const before = parts.filter(other => other.stage === stages[stages.indexOf(stage) - 1]);
    const after = before.flatMap(other => ids.get(other) ?? []);
    const own = ids.get(step) ?? '';
    const path = intent?.name === 'write' ? pathIn(given) : '';
    steps.push({
      id: own,
      agent,
      task: text,
      after: agent === 'file_worker' && writer !== undefined ? [...new Set([...after, writer])] : after,
      ...defined({
        verify: path === '' ? undefined : `file_exists ${path}`,
        worktree: agent === 'file_worker' ? worktree : undefined,
      }),
    });
    if (agent === 'file_worker' && worktree === undefined) writer = own;
  }
  return planned(id, title, steps);
}

const carriedOut =
  /[,;.]?\s*(?:and |und )?(?:then |dann )?(?:carry it out|execute it|do it|führe? ihn (?:dann )?aus|setze? ihn um)[.!]?\s*$/i;

function agentFor(tool: string | undefined): PlannedStep['agent'] | undefined {
  if (tool === 'write_file' || tool === 'edit_file') return 'file_worker';
  return /^(?:list_files|search_files|read_file|web_fetch|web_search)$/.test(tool ?? '') ? 'researcher' : undefined;
}

function writing(path: string, looks: readonly PlannedStep[], language: Language): PlannedStep {
  const task = planWords(language).writeResult(path);
  return { id: 'write', agent: 'file_worker', task, after: looks.map(({ id }) => id), verify: `not_empty ${path}` };
}

function planned(id: string, title: string, steps: readonly PlannedStep[]): Choice {
  const taken = new Map<string, number>();
  const ids = steps.map(({ id: one }) => {
    const times = (taken.get(one) ?? 0) + 1;
    taken.set(one, times);
    return times === 1 ? one : `${one.slice(0, 36)}_${times}`;
  });
  const idNow = (one: string) => ids[steps.findIndex(step => step.id === one)] ?? one;
  const lines = steps.flatMap(({ agent, task, after, verify, worktree }, at) => [
    `  - id: ${ids[at]}`,
    `    agent: ${agent}`,
    `    task: ${JSON.stringify(task)}`,
    `    depends_on: [${after.map(idNow).join(', ')}]`,
    ...(verify === undefined ? [] : [`    verify: [${JSON.stringify(verify)}]`]),
    ...(worktree === undefined ? [] : [`    worktree: ${JSON.stringify(worktree)}`]),
  ]);
  const text = ['---', `id: ${id}`, `title: ${JSON.stringify(title.slice(0, 120))}`, 'steps:', ...lines, '---', ''];
  return { tool: 'run_plan', arguments: { plan: text.join('\n') } };
}

/** An id of these words; `otherwise` where none can be made of them. */
function idOf(words: string, otherwise: string): string {
  const id = toolName(words).slice(0, 36).replace(/_+$/, '');
  return isPlanId(id) && id !== 'write' ? id : otherwise;
}

function withoutArticle(words: string): string {
  return words.replace(/^(?:the|a|an|my|our|der|die|das|den|dem|ein|eine|einen|mein|meine|meinen|unser\w*) /i, '');
}

/** Folders and files of a list of all that the workspace holds. */
function foundIn(list: string): { readonly folders: readonly string[]; readonly files: readonly string[] } {
  const names = list.split('\n').flatMap(line => /^(\S.*?) {2,}/.exec(line)?.[1] ?? []);
  return {
    folders: names.filter(name => name.endsWith('/')).map(name => name.slice(0, -1)),
    files: names.filter(name => !name.endsWith('/')),
  };
}

/** The name of a file that is not there yet. */
function fresh(name: string, files: readonly string[]): string {
  for (let at = 1; ; at += 1) {
    const path = at === 1 ? `${name}.md` : `${name}-${at}.md`;
    if (!files.includes(path)) return path;
  }
}

/** What the steps before one came to, as the text of a file: a heading each. */
export function asText(material: string): string {
  const heading = new RegExp(`^${planModelTexts.resultOf('(\\S+)')}$`, 'gm');
  const intros = [rehearsalTexts('en').whoAmI, rehearsalTexts('de').whoAmI];
  return intros
    .reduce((text, intro) => text.replaceAll(`${intro}\n\n`, ''), material)
    .replace(heading, '## $1\n')
    .trim();
}
