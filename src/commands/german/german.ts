/** Each English text that a command says by `say.ts`, in German. */
import { acts } from './acts.ts';
import { doctor } from './doctor.ts';
import { help } from './help.ts';
import { init } from './init.ts';
import { missing } from './missing.ts';
import { records } from './records.ts';
import { usage } from './usage.ts';

export const germanTexts: Readonly<Record<string, string>> = {
  ...help,
  ...usage,
  ...doctor,
  ...init,
  ...missing,
  ...records,
  ...acts,
};
