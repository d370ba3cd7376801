/** Stored incidents of earlier versions of the chart. */

/** A state of version 1, which asked the owner only after its last remedy. */
export function migrateIncident(state: object, version: string): object | undefined {
  return version === '1' ? state : undefined;
}
