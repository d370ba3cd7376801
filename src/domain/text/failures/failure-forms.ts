/** What a failure says, in German, by its English form. */
import { actors } from './actors.ts';
import { channels } from './channels.ts';
import { fields } from './fields.ts';
import { fileWork } from './file-work.ts';
import { files } from './files.ts';
import type { Forms } from './forms.ts';
import { git } from './git.ts';
import { mcp } from './mcp.ts';
import { models } from './models.ts';
import { network } from './network.ts';
import { process } from './process.ts';
import { sandbox } from './sandbox.ts';
import { schedules } from './schedules.ts';
import { skills } from './skills.ts';
import { system } from './system.ts';
import { typed } from './typed.ts';
import { undo } from './undo.ts';
import { workers } from './workers.ts';

export const failureForms: Forms = {
  ...actors,
  ...channels,
  ...fields,
  ...fileWork,
  ...files,
  ...git,
  ...mcp,
  ...models,
  ...network,
  ...process,
  ...sandbox,
  ...schedules,
  ...skills,
  ...system,
  ...typed,
  ...undo,
  ...workers,
};
