/** Each text that a command says by `say.ts`, by its English. */
import { phrases } from '../../domain/text/catalog.ts';
import { acts } from './acts.ts';
import { doctor } from './doctor.ts';
import { help } from './help.ts';
import { init } from './init.ts';
import { missing } from './missing.ts';
import { records } from './records.ts';
import { usage } from './usage.ts';

export const commandTexts = phrases('commands', {
  ...help,
  ...usage,
  ...doctor,
  ...init,
  ...missing,
  ...records,
  ...acts,
});
