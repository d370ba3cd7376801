import { z } from 'zod';
import { domains, section } from '../../../config/fields.ts';
import { isForGuestsOnly, ownHost } from '../../domain/egress/own-network.ts';

/** Which domains requests may reach. */
export function networkTables() {
  return {
    egress: section({
      allowed_domains: domains(),
      always_approve_domains: domains(),
      blocked_domains: domains(),
      allow_private: ownHosts(),
    }),
  };
}

/** Hosts of the own network, each with its port. */
function ownHosts() {
  const error = 'a host with its port, as in "homeassistant.lan:8123" or "127.0.0.1:5173", without scheme or path';
  const forGuests = 'a host of your own; this is where a cloud hands out credentials, which nothing lets in';
  const one = z
    .string({ error })
    .refine(text => ownHost(text) !== undefined, { error })
    .refine(text => !isForGuestsOnly(text), { error: forGuests })
    .transform(text => ownHost(text) ?? text);
  return z.array(one, { error: 'a list of hosts with ports, as in ["homeassistant.lan:8123"]' }).default([]);
}
