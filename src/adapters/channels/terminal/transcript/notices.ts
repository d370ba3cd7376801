/** What Straylight says of itself in a chat, as it is shown: only what its owner has not seen in another line. */
import { placeOf } from '../../../../domain/conversation/chat-session.ts';
import { toFailure } from '../../../../domain/supervision/failure.ts';
import type { ChatMessage, Frame } from '../../../../domain/supervision/view.ts';
import { failureWords, type Language } from '../../../../domain/text/texts.ts';
import { asTyped } from '../../../../domain/text/typed-name.ts';
import { oneLine, readable } from '../../../../domain/text/visible.ts';
import type { Paint } from '../style.ts';
import type { TerminalTexts } from '../texts.ts';
import { resultText } from './result-text.ts';

/** A notice in lines; empty where there is nothing to show. `acts`: those that had a line of their own. */
export function noticeText(
  said: ChatMessage,
  acts: readonly string[],
  {
    paint,
    say,
    program,
  }: { readonly paint: Paint; readonly say: TerminalTexts; readonly program?: string | undefined },
): string {
  const { id, text, outcome, doing } = said;
  if (isReport(said)) return asTyped(reportText(said, paint), program);
  // that it has come is seen from what it is, which comes next; of a no the line of its card has told
  if (id.endsWith('/late') || outcome === 'denied') return '';
  // of a summary one line tells, which comes next; the page shows all of it
  if (said.role === 'notice' && id.endsWith('/summary')) return '';
  if (outcome !== undefined) {
    // the call it belongs to may stand far above
    const call = doing === undefined ? '' : `${paint.accent('•')} ${oneLine(doing, 300)}`;
    const result = resultText({ text, failed: outcome !== 'done' || said.failed === true }, paint, say);
    return [call, result].filter(one => one !== '').join('\n');
  }
  const line = oneLine(withoutOrders(withoutActs(text, acts)), 500);
  return line === '' ? '' : paint.dim(`· ${asTyped(line, program)}`);
}

/** Why something was not done, in the owner's language. */
export function failureLine(thrown: unknown, language: Language, program: string | undefined): string {
  return oneLine(asTyped(failureWords(toFailure(thrown), language), program), 500);
}

/** A word to the owner, with its time, since it may come hours after all else. */
function reportText({ text, at }: ChatMessage, paint: Paint): string {
  const [first = '', ...others] = readable(text.trim()).split('\n');
  return [`${paint.accent('•')} ${clockTime(at)} ${first}`, ...others.map(line => `  ${line}`)].join('\n');
}

/** A word of the supervisor to the owner: a reminder, the end of a job, a question about a trouble. */
function isReport({ id, role }: ChatMessage): boolean {
  return role === 'notice' && id.startsWith('report:');
}

/** Such a word comes to every channel once; on this one it is shown wherever its owner sits. */
export function isForTerminal({ session, message }: Extract<Frame, { readonly type: 'message' }>): boolean {
  return isReport(message) && placeOf(session).channel === 'terminal';
}

/** Hours and minutes where this program runs, which is where its owner sits. */
function clockTime(at: number): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** That acts ran without a question is no news where each had a line of its own, and nothing more is said of them. */
function withoutActs(text: string, acts: readonly string[]): string {
  const isNews = (part: string) => {
    const [, named] = /^\((?:Ran automatically|Automatisch ausgeführt): (.*)\.\)$/s.exec(part) ?? [];
    return named === undefined || !named.split('; ').every(act => acts.includes(act));
  };
  return text.split('\n\n').filter(isNews).join('\n\n');
}

/** A notice is written for the model: what it is told to do is nothing that its owner has to read. */
function withoutOrders(text: string): string {
  return text.replace(
    /(?:^| )(?:Do not ask for it again|Go on without it|Say so to the owner|Tell the owner)[^.]*\./g,
    '',
  );
}
