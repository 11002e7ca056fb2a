import type { Payload } from '@klieg/contract';
import { assertNever, type Clock, uuidv7 } from '@klieg/kernel';
import { modeOfSeat, type RoomSession } from '../rooms/index.ts';
import type { SaveSettings } from '../settings/index.ts';
import type { Command } from './commands.ts';

type Ack = Omit<Payload<'v3.ack'>, 'client_id'>;

/** Carries out a slash command; none of it is relayed as a line (W59). */
export type RunCommand = (session: RoomSession, command: Command) => Promise<Ack>;

const SOUND_EACH_MS = 10_000;
const ROOMS_MAX = 10_000;

export function makeRunCommand(deps: {
  readonly saveSettings: SaveSettings;
  readonly clock: Clock;
}): RunCommand {
  const soundedMs = new Map<string, number>();

  return async ({ room, person }, command) => {
    const at = deps.clock.now();
    switch (command.kind) {
      case 'refused':
        return { status: 0, errorType: command.errorType };
      case 'tip_split':
        return { status: 1, at };
      case 'set_mode': {
        await deps.saveSettings(room.ownerId, { chat_allowed: command.chatAllowed });
        return { status: 1, at };
      }
      case 'play_sound': {
        const waitMs = (soundedMs.get(room.username) ?? -Infinity) + SOUND_EACH_MS - at;
        if (waitMs > 0) return { status: 0, errorType: 'rate_limited', retry_after_ms: waitMs };
        if (soundedMs.size >= ROOMS_MAX) soundedMs.clear();
        soundedMs.set(room.username, at);
        const id = uuidv7(at);
        const line = { id, at, message: command.sound, username: person.username, type: 'sound' as const };
        room.publishMoment('v3.chat.message', {
          viewers: { ...line, mode: modeOfSeat(room.seating.mode, room.seatOf(person)) },
        });
        return { status: 1, id, at };
      }
      default:
        return assertNever(command);
    }
  };
}
