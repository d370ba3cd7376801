/** `straylight sessions trust`: which texts make calls of a conversation ask first, and trusting them. */
import { isAsking } from '../../api/views/sessions.ts';
import { printAnswer, type ViewCall } from '../view.ts';
import { chatTexts } from './texts.ts';

/** Exit code 1: text from outside counts in it, and `yes` is missing. */
export async function trustConversation(call: ViewCall, id: string, yes: boolean): Promise<number> {
  const { agent, io, json } = call;
  const view = await agent.sessions.trust({ id });
  if (yes)
    return printAnswer(
      call,
      'sessions.restoreTrust',
      await agent.sessions.restoreTrust({ id, through: view.through }),
      { id },
    );
  const code = printAnswer(call, 'sessions.trust', view, { id });
  if (!json && isAsking(view)) io.out(chatTexts(io.language ?? 'en').addYes);
  return code;
}
