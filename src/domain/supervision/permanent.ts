/** Actors that are always there: the supervisor starts them and nobody stops them alone. */

/** The kinds Straylight lives on. Nothing begins one of them again once it is stopped, so none of them can be. */
const permanentKinds = ['supervisor', 'channel', 'approval-desk', 'circuit-breaker', 'job'];

/**
 * Is it one of those that are there for as long as Straylight is? They are suspended, resumed and restarted, and never
 * stopped.
 */
export function isPermanent(address: string): boolean {
  return permanentKinds.some(kind => address === kind || address.startsWith(`${kind}:`));
}
