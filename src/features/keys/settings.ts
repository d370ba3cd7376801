import { choice, section } from '../../../config/fields.ts';

/** Where keys are kept. */
export function keysTables() {
  return {
    keys: section({
      store: choice(['auto', 'file']).default('auto'),
    }),
  };
}
