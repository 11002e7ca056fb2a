import { z } from 'zod';
import { calls, instant, ok, shape, username, uuid } from '../call.ts';
import { RAID_ROOMS_MAX, REFUSED_ROOMS_MAX } from './limits.ts';
import { raidState } from './raid-state.ts';
import { raidsRoutes } from './routes.ts';

/** A room that can be raided. */
const raidRoom = shape({
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  subject: z.string(),
  viewers: z.int(),
});
export type RaidRoom = z.infer<typeof raidRoom>;

const refused = { refused: z.array(z.string()).max(REFUSED_ROOMS_MAX) };

export const raidsCalls = calls(raidsRoutes, {
  /** The caller's running raid, when the next may begin, and the rooms whose raids are refused. */
  getRaids: {
    who: 'broadcaster',
    rate: 'read',
    response: shape({ raid: raidState.nullable(), free_at: instant.nullable(), ...refused }),
    errors: [],
    ids: [],
  },
  /** Live rooms that may be raided now, those with the fewest viewers last. */
  findRaidRooms: {
    who: 'broadcaster',
    rate: 'read',
    query: shape({ q: z.string().max(40).default('') }),
    response: shape({ rooms: z.array(raidRoom).max(RAID_ROOMS_MAX) }),
    errors: [],
    ids: [],
  },
  /** Asks the viewers of the caller's room. */
  startRaid: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({ username }),
    response: ok({ raid: raidState }),
    errors: ['broadcast.not_live', 'raids.running', 'raids.too_soon', 'raids.room_closed'],
    ids: [],
  },
  /** Viewers who have moved stay there. A repeat changes nothing. */
  cancelRaid: { who: 'broadcaster', rate: 'write', body: shape({}), response: ok({}), errors: [], ids: [] },
  /** Refuses raids from that room, or allows them again; one on its way ends. */
  refuseRaids: {
    who: 'broadcaster',
    rate: 'write',
    body: shape({ username, is_refused: z.boolean() }),
    response: ok(refused),
    errors: ['rooms.not_found', 'raids.refused_full'],
    ids: [],
  },
  /** The caller goes along; a repeat, also from another page, counts once. */
  joinRaid: {
    who: 'guest',
    conditions: ['room'],
    rate: 'write',
    params: shape({ username, id: uuid }),
    body: shape({}),
    /** The room to go to. */
    response: ok({ to: z.string() }),
    errors: ['rooms.not_found', 'rooms.banned', 'raids.over', 'raids.kept_out'],
    ids: [],
  },
});
