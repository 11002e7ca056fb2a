import type { Room } from '@klieg/contract';
import type { Flat, Part, Parts } from '../../platform/parts/index.ts';
import type { Account } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { RoomRow } from './room-store.ts';
import type { Role } from './access/sight-rules.ts';

/** A room's answer (`GET chat/react/{username}`) with the keys of user, chat and viewer one by one. */
export type FlatRoom = Flat<Room, 'user' | 'chat' | 'viewer'>;

/** One caller looking at one room, with what was read of both before the parts are asked. */
export interface RoomAsk {
  readonly owner: Account;
  readonly row: RoomRow;
  readonly caller: SiteCaller;
  readonly role: Role;
  /** Has given the room's password, or needs none. */
  readonly hasPassed: boolean;
  /** Which of the room's states the answer has at least. */
  readonly position: Pick<Room, 'epoch' | 'seq'>;
}

/** What one feature adds to a room's answer: its keys, what they are when nothing is there, and how they are read. */
export type RoomPart<K extends keyof FlatRoom> = Part<RoomAsk, Pick<FlatRoom, K>>;

/** Has a feature offer its part to those alone who are past the room's password; who is not gets its empty values. */
export const behindPassword = <K extends keyof FlatRoom>({ empty, read }: RoomPart<K>): RoomPart<K> => ({
  empty,
  async read(asks) {
    const passed = asks.filter(({ hasPassed }) => hasPassed);
    const values = passed.length > 0 ? await read(passed) : [];
    const valuesOf = new Map(passed.map((ask, at) => [ask, values[at]]));
    return asks.map((ask) => valuesOf.get(ask) ?? {});
  },
});

/** All of a room's answer. */
export type RoomParts = Parts<RoomAsk, FlatRoom>;
