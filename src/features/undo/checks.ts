/** Whether what a command changes can be taken back. */
import { undoCheck } from '../../commands/doctor/checks.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import type { CheckServices } from '../feature.ts';

export function checks({ config: { paths, undo } }: CheckServices): readonly Check[] {
  return [undoCheck(paths.undo, undo.maxMb, undo.enabled)];
}
