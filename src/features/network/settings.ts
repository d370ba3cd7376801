import { domains, section } from '../../../config/fields.ts';

/** Which domains requests may reach. */
export function networkTables() {
  return {
    egress: section({
      allowed_domains: domains(),
      always_approve_domains: domains(),
      blocked_domains: domains(),
    }),
  };
}
