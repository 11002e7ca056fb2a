import type { EventName, Payload } from '@klieg/contract';

/** Every socket event by its name, so that reducers switch over names and know the fields. */
export type WireEvent = {
  readonly [N in EventName]: { readonly name: N; readonly payload: Payload<N> };
}[EventName];

/** An event of the wire as reducers take it; the server is trusted, unknown names fall through switches. */
export const wireEvent = (name: string, payload: Readonly<Record<string, unknown>>): WireEvent =>
  ({ name, payload }) as unknown as WireEvent;
