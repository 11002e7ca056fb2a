import type { EventName, Payload } from '@klieg/contract';
import type { Socket } from '#site/platform/sockets/index.ts';
import type { LiveRoom } from './live-room.ts';
import type { Person } from '../people/person.ts';
import { eyesOf, type Role } from '../access/sight-rules.ts';

/** A decision about people of a room, for every node with one of its pages. */
export type RoomCommand =
  | {
      readonly kind: 'expel';
      readonly personKey: string;
      /** Also removes guests of this network. */
      readonly addressTag: string | null;
      readonly event: 'v3.chat.banned' | 'v3.chat.kicked';
      readonly payload: Payload<'v3.chat.banned'>;
    }
  /** @param untilMs null: until it is lifted; 0: lifted */
  | { readonly kind: 'silence'; readonly personKey: string; readonly untilMs: number | null }
  | { readonly kind: 'role'; readonly personKey: string; readonly role: Role }
  /** Rules of the chat have changed and are to be read again. */
  | { readonly kind: 'rules' }
  /** Somebody gave tokens here. @param id of the payment, to recognise a repeat */
  | {
      readonly kind: 'tipped';
      readonly personKey: string;
      readonly id: string;
      readonly tippedTokens: number;
    }
  /** The performer shows or hides who is here; when hidden, viewers lose the list. */
  | { readonly kind: 'viewer_list'; readonly isShown: boolean }
  /** An event for the pages that one person has in the room. */
  | {
      readonly kind: 'tell';
      readonly personKey: string;
      readonly name: EventName;
      readonly payload: object;
    };

/** What the house has decided about one person, in whichever room. */
export type HouseCommand = Extract<RoomCommand, { readonly kind: 'expel' | 'silence' }>;

/** The same, as it is carried out in one room. */
export const ofRoom = (command: HouseCommand, room: string): RoomCommand =>
  command.kind === 'expel' ? { ...command, payload: { ...command.payload, room } } : command;

interface Page {
  readonly socket: Socket;
  readonly person: Person;
}

const FOREVER = Number.MAX_SAFE_INTEGER;

/** Carries out a command on the pages that this node has in the room. */
export function obeyRoomCommand(
  room: LiveRoom,
  pages: readonly Page[],
  command: RoomCommand,
  tagOf: (address: string) => string | undefined,
): void {
  switch (command.kind) {
    case 'expel': {
      const { personKey, addressTag } = command;
      for (const { socket, person } of pages) {
        const isGuest = person.caller.account === null;
        const isOfNetwork = isGuest && addressTag !== null && tagOf(person.caller.address) === addressTag;
        if (person.key !== personKey && !isOfNetwork) continue;
        room.flush();
        socket.send(command.event, command.payload);
        socket.close(4403, command.event === 'v3.chat.banned' ? 'banned' : 'kicked');
      }
      return;
    }
    case 'silence':
      for (const person of peopleOf(room, pages, command.personKey))
        person.silencedUntilMs = command.untilMs ?? FOREVER;
      return;
    case 'role':
      for (const person of peopleOf(room, pages, command.personKey)) person.role = command.role;
      for (const { socket, person } of pages)
        if (person.key === command.personKey) room.setVisible(socket, person);
      return;
    case 'tipped':
      if (!room.countOnce(command.id)) return;
      for (const person of peopleOf(room, pages, command.personKey))
        person.recentTips += command.tippedTokens;
      return;
    case 'tell':
      for (const { socket, person } of pages)
        if (person.key === command.personKey) socket.send(command.name, command.payload as never);
      return;
    case 'viewer_list':
      room.showsViewerList = command.isShown;
      if (command.isShown) return;
      for (const { socket, person } of pages) if (eyesOf(person.role) === 'viewers') room.lists.leave(socket);
      return;
    case 'rules':
      return;
  }
}

/** Each page has its own object of its person, and presence the one of the first page. */
function peopleOf(room: LiveRoom, pages: readonly Page[], key: string): Set<Person> {
  const present = room.presence.find(key);
  return new Set([
    ...pages.filter(({ person }) => person.key === key).map(({ person }) => person),
    ...(present ? [present] : []),
  ]);
}
