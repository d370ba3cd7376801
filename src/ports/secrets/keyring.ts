/** Port: the keyring of the system, where it has one. */

export interface Keyring {
  /**
   * What is kept under this name; undefined: nothing. Rejects with a `Fault` where there is no keyring, or it stays
   * locked.
   */
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}
