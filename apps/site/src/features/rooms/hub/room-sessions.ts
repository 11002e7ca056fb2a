import type { Socket } from '#site/platform/sockets/index.ts';
import type { LiveRoom } from './live-room.ts';
import type { Person } from '../people/person.ts';
import type { ListSort } from '../people/list-people.ts';

/** A page in a room. */
export interface RoomSession {
  readonly room: LiveRoom;
  readonly person: Person;
  /** Order of the user list, while the page shows it. */
  listSort: ListSort | undefined;
}

/** The pages of this node in all rooms. */
export interface RoomSessions {
  of(socket: Socket): RoomSession | undefined;
  /** The pages in a room, also those that do not count yet. */
  in(room: LiveRoom): readonly (readonly [Socket, RoomSession])[];
  /** Names of the rooms in which somebody has a page. */
  roomsOf(personKey: string): readonly string[];
  /** The pages' objects of one person: each page has its own. */
  copiesOf(personKey: string): Iterable<Person>;
  attach(socket: Socket, session: RoomSession): void;
  detach(socket: Socket): void;
}

export function makeRoomSessions(): RoomSessions {
  const sessions = new Map<Socket, RoomSession>();
  const byPerson = new Map<string, Set<Person>>();
  const byRoom = new Map<LiveRoom, Map<Socket, RoomSession>>();

  return {
    of: (socket) => sessions.get(socket),
    in: (room) => [...(byRoom.get(room) ?? [])],
    roomsOf: (personKey) =>
      [...byRoom].flatMap(([room, pages]) =>
        [...pages.values()].some(({ person }) => person.key === personKey) ? room.username : [],
      ),
    copiesOf: (personKey) => byPerson.get(personKey) ?? [],
    attach(socket, session) {
      const { person, room } = session;
      sessions.set(socket, session);
      byPerson.set(person.key, (byPerson.get(person.key) ?? new Set()).add(person));
      byRoom.set(room, (byRoom.get(room) ?? new Map<Socket, RoomSession>()).set(socket, session));
    },
    detach(socket) {
      const session = sessions.get(socket);
      if (!session) return;
      const { person, room } = session;
      sessions.delete(socket);
      const copies = byPerson.get(person.key);
      if (copies?.delete(person) && copies.size === 0) byPerson.delete(person.key);
      const pages = byRoom.get(room);
      if (pages?.delete(socket) && pages.size === 0) byRoom.delete(room);
    },
  };
}
