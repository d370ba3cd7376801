/** Port: the key this home signs with, Ed25519. The signer could use the key. */

export interface SigningKey {
  /** 32 bytes in base64url. */
  readonly publicKey: string;
  /** The signature over the text's UTF-8: 64 bytes in base64url. */
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}
