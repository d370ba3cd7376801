/** Names an actor the runtime will provide. A step never starts it, so a chart stays a pure function of its events. */
import { type ActorSystem, type ActorSystemInfo, type AnyActorRef, fromPromise } from 'xstate';

/** A placeholder for the actor `name`: it tells TypeScript what goes in and comes out, and costs nothing. */
export function needs<Output, Input>(name: string) {
  return fromPromise<Output, Input>(() => Promise.reject(new Error(`the actor ${name} is not provided`)));
}

/** Another actor by its address, for `sendTo`. The host routes it to that actor's row. */
export function actorAt(address: string) {
  return ({ system }: { readonly system: ActorSystem<ActorSystemInfo> }) => system.get(address) as AnyActorRef;
}

/** The host stamps every event, XState's own included, with the instant and an id; their types do not know. */
export function stampOf(event: object): { readonly at: number; readonly id: string; readonly from?: string } {
  return event as { readonly at: number; readonly id: string };
}
