/** A call, or the yes to it, that is not what was recorded: it did not run, and the owner hears of it at once. */
import { actorAt } from '../needs.ts';
import { base } from './setup.ts';

/** To the supervisor, which tells the owner and writes it into the audit. */
export const reportAltered = base.enqueueActions(({ context, enqueue }) => {
  if (context.isAltered !== true) return;
  enqueue.sendTo(actorAt('supervisor'), {
    type: 'report.raised',
    kind: 'policyDenied',
    code: 'altered',
    subject: context.address,
    tool: context.call.tool,
    session: context.session,
    text: `${context.call.tool} was not run: it is not the call that was recorded`,
  });
});
