import type { EventName } from '@klieg/contract';
import type { WireEvent } from '../realtime/wire-event.ts';

/**
 * Events of the page itself while a room is open, by name with payload. A module adds its own beside the code that
 * reads them:
 * `declare module './room-events.ts' { interface PageEvents { 'page.x': {…} } }`
 * Names begin with `page.`; two modules that give one name different payloads do not compile.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled where each event is owned
export interface PageEvents {}

type PageEventName = keyof PageEvents;

/** An event of the page itself. */
export type PageEvent = {
  readonly [N in PageEventName]: { readonly name: N; readonly payload: PageEvents[N] };
}[PageEventName];

/** Every name that a module can read: of the room's socket, and of the page. */
export type RoomEventName = EventName | PageEventName;

/** The events of these names, each with its payload; all of them without a name. */
export type RoomEvent<N extends RoomEventName = RoomEventName> = Extract<
  WireEvent | PageEvent,
  { readonly name: N }
>;
