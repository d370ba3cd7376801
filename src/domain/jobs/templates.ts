/** Jobs that are ready to be made: each has a name, a schedule and what it does. */
import { type Sentence, says } from '../policy/sentence.ts';
import type { JobDefinition } from './definition.ts';

export const jobTemplates = ['morning-briefing', 'weekly-review', 'watch-page'] as const;
export type JobTemplate = (typeof jobTemplates)[number];

/** The job of a template, or what it lacks, in a sentence. `url`: the page that `watch-page` reads. */
export function jobOfTemplate(
  template: JobTemplate,
  url: string | undefined,
): JobDefinition | { readonly problem: Sentence } {
  if (template === 'watch-page') return watchOf(url);
  if (url !== undefined) return { problem: `the template ${template} reads no page; leave the address out` };
  return ready[template];
}

const ready: Readonly<Record<Exclude<JobTemplate, 'watch-page'>, JobDefinition>> = {
  'morning-briefing': {
    name: 'morning-briefing',
    schedule: 'every weekday at 7:30',
    instruction:
      'Write my briefing for {{date}}, in at most fifteen lines: what is scheduled today, which goals are open or due, what waits for my approval, and which jobs failed since yesterday. Leave out what there is none of.',
  },
  'weekly-review': {
    name: 'weekly-review',
    schedule: 'every friday at 17:00',
    instruction:
      'Review my week up to {{date}}, in at most twenty lines: which goals were reached, which are open and for how long, what I asked you to remember, and one suggestion for next week. Search our conversations of the last seven days first.',
  },
};

function watchOf(url: string | undefined): JobDefinition | { readonly problem: Sentence } {
  if (url === undefined || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    return { problem: says`the template watch-page needs the address of a page, such as https://example.org/news` };
  return {
    name: 'watch-page',
    schedule: 'every hour',
    tool: 'web_fetch',
    arguments: { url },
    notify: 'change',
  };
}
