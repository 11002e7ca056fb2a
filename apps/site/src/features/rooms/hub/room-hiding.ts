import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import type { AccountId, Clock } from '@klieg/kernel';
import { accountKey } from '../../identity/index.ts';
import type { LiveRoom } from './live-room.ts';
import type { Person } from '../people/person.ts';
import { eyesOf, invisibleLevelFor } from '../access/sight-rules.ts';

const HIDING = 'room.hiding';
/** How long data about somebody may be older than their latest choice. */
const HIDING_MS = 30_000;

/** How hidden somebody chose to be, in whichever room they are. */
interface HideMessage {
  readonly personKey: string;
  readonly chosen: 0 | 1 | 2;
}

/** How hidden people are, on all nodes at once (S3207). */
export interface RoomHiding {
  hide(accountId: AccountId, chosen: 0 | 1 | 2): void;
  /** With the hiding they chose last, where the data about them may be older. */
  asChosen(person: Person): Person;
  /** Forgets choices that no data can predate any more. */
  prune(now: number): void;
  stop: Unsubscribe;
}

export function makeRoomHiding(options: {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly rooms: () => Iterable<LiveRoom>;
  /** A room's lists must be sent again. */
  readonly relist: (room: LiveRoom) => void;
}): RoomHiding {
  const lately = new Map<string, { readonly chosen: 0 | 1 | 2; readonly atMs: number }>();

  const apply = ({ personKey, chosen }: HideMessage) => {
    lately.set(personKey, { chosen, atMs: options.clock.now() });
    for (const room of options.rooms()) {
      const person = room.presence.find(personKey);
      if (!person) continue;
      person.invisibleLevel = invisibleLevelFor(chosen, person.role);
      const payload = {
        seq: options.clock.now(),
        username: person.username,
        invisible_mode_level: person.invisibleLevel,
      };
      if (eyesOf(person.role) !== 'staff')
        for (const socket of room.presence.socketsOf(personKey))
          socket.send('v3.user.invisible-mode', payload);
      room.publishToStaff('v3.user.invisible-mode', payload);
      options.relist(room);
    }
  };
  const stop = options.bus.subscribe(HIDING, (message) => apply(message as HideMessage));

  return {
    hide(accountId, chosen) {
      const message: HideMessage = { personKey: accountKey(accountId), chosen };
      options.bus.publish(HIDING, message);
    },
    asChosen(person) {
      const choice = lately.get(person.key);
      return choice ? { ...person, invisibleLevel: invisibleLevelFor(choice.chosen, person.role) } : person;
    },
    prune(now) {
      for (const [key, { atMs }] of lately) if (now - atMs > HIDING_MS) lately.delete(key);
    },
    stop,
  };
}
