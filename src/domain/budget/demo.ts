/**
 * The demo model is rules, and free. What its requests would have as tokens is counted only where a limit of the owner's
 * is for tokens that cost nothing.
 */
export function isDemo({ model }: { readonly model: string }): boolean {
  return model.startsWith('rehearsal/');
}
