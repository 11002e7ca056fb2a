import { uuidv7 } from '@klieg/kernel';
import { makeInTurn } from '#site/platform/in-turn.ts';
import type { RoomEntry } from './room-entries.ts';
import type { RoomHub } from './room-hub.ts';

/**
 * Puts something into a room's order that nobody would tell again: while the node that owns the room is gone it is tried
 * until another one has it. What belongs to one room is taken in the order of the calls.
 */
export type SubmitSurely = (username: string, entry: RoomEntry) => void;

/** Each try waits some seconds for the owner; together they outlast the lease of a dead one. */
const TRIES_MAX = 8;
/** Before the next try, where a room refuses at once. */
const PAUSE_MS = 250;

export function makeSubmitSurely(
  hub: Pick<RoomHub, 'submit'>,
  logged: (what: string) => (error: unknown) => void,
): SubmitSurely {
  const inTurn = makeInTurn(logged('a room could not be told of something'));
  return (username, entry) => {
    const id = uuidv7();
    inTurn(username, async () => {
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        if (await hub.submit(username, entry, id)) return;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      throw new Error(`nobody owns the room of ${username}`);
    });
  };
}
