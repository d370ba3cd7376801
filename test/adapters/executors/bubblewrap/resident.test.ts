import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bubblewrapExecutor } from '../../../../src/adapters/executors/bubblewrap/bubblewrap.ts';
import { chooseExecutor } from '../../../../src/adapters/executors/choose-executor.ts';
import { defaultLimits } from '../../../../src/adapters/executors/limits.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { residentContract } from '../../../contracts/residents.ts';

const folder = mkdtempSync(join(tmpdir(), 'straylight-'));
const options = { workspace: folder, scripts: folder, limits: defaultLimits, clock: systemClock };
const { executor, reason } = await chooseExecutor(options);
await executor.close();
rmSync(folder, { recursive: true });

residentContract('bubblewrap', bubblewrapExecutor, executor.kind === 'bubblewrap' ? false : reason);
