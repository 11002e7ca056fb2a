import type { Room } from '@klieg/contract';
import { type EventStore, makeEventStore } from '../event-store.ts';
import type { ModuleSet, PageEffects } from './module-set.tsx';
import type { RoomEvent } from './room-events.ts';

/** The state of one room page, with the effects of its modules while the room is open. */
export interface RoomPageStore<Parts> extends Pick<EventStore<Parts, RoomEvent>, 'get' | 'subscribe'> {
  /** Reduces the event, then runs its effects. What these dispatch comes after it, in order. */
  readonly dispatch: (event: RoomEvent) => void;
  /** Effects run from now on, until the returned function is called. */
  readonly open: (effects: PageEffects<Parts>) => () => void;
}

/** Events that may come many times a second are rendered with the next frame; answers to own actions at once. */
const canWaitForFrame = ({ name }: RoomEvent): boolean => !name.startsWith('page.') && name !== 'v3.ack';

/** Makes the store of a room as its first answer gives it. */
export function makeRoomPageStore<Parts>(set: ModuleSet<Parts>, room: Room): RoomPageStore<Parts> {
  const store = makeEventStore(set.start(room), set.reduce, canWaitForFrame);
  const waiting: RoomEvent[] = [];
  let effects: PageEffects<Parts> | undefined;
  let isBusy = false;
  return {
    get: store.get,
    subscribe: store.subscribe,
    dispatch: (event) => {
      waiting.push(event);
      if (isBusy) return;
      isBusy = true;
      try {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const before = store.get();
          store.dispatch(next);
          effects?.on(next, before, store.get());
        }
      } finally {
        isBusy = false;
      }
    },
    open: (opened) => {
      effects = opened;
      return () => {
        if (effects === opened) effects = undefined;
        opened.stop();
      };
    },
  };
}
