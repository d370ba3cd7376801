import { address, flag, section } from '../../../config/fields.ts';

/** Where spans and numbers go. */
export function telemetryTables() {
  return {
    metrics: section({
      enabled: flag().default(false),
    }),
    telemetry: section({
      endpoint: address().optional(),
      steps: flag().default(true),
    }),
  };
}
