import type { EventName, Payload } from '@klieg/contract';

/** Every socket event by its name, so that reducers switch over names and know the fields. */
export type WireEvent = {
  readonly [N in EventName]: { readonly name: N; readonly payload: Payload<N> };
}[EventName];

type WireEventOf<N extends string> = Extract<WireEvent, { readonly name: N }>;

/** An event of the socket as reducers take it. The server is trusted, and no module reads a name that it does not list. */
export const wireEvent = <N extends string>(
  name: N,
  payload: Readonly<Record<string, unknown>>,
): N extends EventName ? WireEventOf<N> : WireEvent =>
  ({ name, payload }) as unknown as N extends EventName ? WireEventOf<N> : WireEvent;
