/**
 * Slash commands such as `/memory pending`: Straylight carries them out as in every chat, and no model reads them. What
 * they answer stands at the end of the conversation in this tab until the next message, and is no part of it.
 */
import { signal } from '@preact/signals';
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';
import { beginConversation } from '../../live/conversations.js';
import { button, component, div, p, pre, section, span } from '../../parts/tags.js';
import { exactly, withCode } from '../../parts/values/visible.js';
import { announce } from '../../view/announce.js';
import { go } from '../../view/router.js';
import { say } from '../../words/say.js';

/** @typedef {{ readonly name: string, readonly args: string }} TypedCommand */
/**
 * @typedef {object} CommandAnswer
 * @property {string} id
 * @property {string} typed
 * @property {readonly string[]} [lines] undefined: it runs
 * @property {boolean} [isCode] it is columns, to be shown letter by letter
 * @property {boolean} [isTrouble]
 */

const answers = signal(/** @type {Readonly<Record<string, readonly CommandAnswer[]>>} */ ({}));

/** The command in a text; undefined for a message, and so for `/local WORDS` and a path such as `/etc/hosts`. @param {string} text @returns {TypedCommand | undefined} */
export function commandIn(text) {
  const [, name = '', args = ''] = /^\/([a-z]{1,40})(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  const isMessage = (name === 'local' || name === 'cloud') && args !== '';
  return name === '' || isMessage ? undefined : { name, args: args.trim() };
}

/** @param {string} session @param {TypedCommand} command */
export async function runCommand(session, { name, args }) {
  const id = crypto.randomUUID();
  change(session, known => [...known, { id, typed: `/${name}${args === '' ? '' : ` ${args}`}` }]);
  const end = (/** @type {Partial<CommandAnswer>} */ facts) =>
    change(session, known => known.map(one => (one.id === id ? { ...one, ...facts } : one)));
  try {
    if (name === 'new') {
      go('chat', await beginConversation());
      return change(session, known => known.filter(one => one.id !== id));
    }
    const { lines, isCode, session: next } = await client.sessions.slash({ id: session, name, args });
    end({ lines, isCode });
    announce(lines.join(' '));
    if (next !== undefined && next !== session) go('chat', next);
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    end({ lines: [thrown.message], isTrouble: true });
    announce(thrown.message);
  }
}

/** What was answered is read by now. @param {string} session */
export function dropAnswers(session) {
  if (answers.peek()[session]) change(session, () => []);
}

/** How many stand in a conversation. @param {string} session */
export function answerCount(session) {
  return answers.value[session]?.length ?? 0;
}

export const commandAnswers = component(CommandAnswers);

/** @param {{ session: string }} props */
function CommandAnswers({ session }) {
  const all = answers.value[session] ?? [];
  if (all.length === 0) return null;
  return section(
    { class: 'command-answers', 'aria-label': say('Answers to commands') },
    ...all.map(({ id, typed, lines, isCode, isTrouble }) =>
      div(
        { key: id, class: `command-answer${isTrouble ? ' command-trouble' : ''}` },
        div(
          { class: 'command-head' },
          span({ class: 'mono' }, ...exactly(typed)),
          button(
            {
              type: 'button',
              class: 'link-button',
              'aria-label': say('Close the answer to {typed}', { typed }),
              onClick: () => change(session, known => known.filter(one => one.id !== id)),
            },
            say('Close'),
          ),
        ),
        answerText(typed, lines, isCode),
      ),
    ),
  );
}

/** @param {string} typed @param {readonly string[] | undefined} lines @param {boolean | undefined} isCode */
function answerText(typed, lines, isCode) {
  if (lines === undefined) return p({ role: 'status' }, say('Running…'));
  const text = lines.join('\n');
  if (isCode)
    return pre(
      { class: 'call-text', tabIndex: 0, dir: 'auto', 'aria-label': say('Answer to {typed}', { typed }) },
      ...exactly(text),
    );
  return p({ class: 'command-text', dir: 'auto' }, ...withCode(text));
}

/** @param {string} session @param {(known: readonly CommandAnswer[]) => readonly CommandAnswer[]} next */
function change(session, next) {
  answers.value = { ...answers.peek(), [session]: next(answers.peek()[session] ?? []) };
}
