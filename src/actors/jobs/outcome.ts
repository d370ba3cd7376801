/** What the owner may be told of a run that has ended. */
import { isQuiet } from '../../domain/jobs/heartbeat.ts';
import { resultOf } from '../../domain/jobs/texts.ts';
import { canonical } from '../../domain/text/json.ts';
import type { RunReport, RunReportInput } from '../../machines/job/types.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';

/** A report is a message; what is longer stands in the history of the job. */
const mostCharacters = 1_800;

/** A lookup. */
export function outcome({ conversation }: { readonly conversation: Pick<MessageStore, 'read'> }) {
  return ({ spec, ended, before }: RunReportInput): RunReport => {
    const said = resultOf(spec, conversation.read(ended.text));
    const text = spec.action.kind === 'builtin' && isQuiet(said) ? '' : said;
    return {
      text: text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text,
      isChanged: before === null || canonical(before) !== canonical(ended.text),
    };
  };
}
