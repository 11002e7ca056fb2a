import type { Payload, RaidState, Room } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/*
 * What a page knows of the raid of its room, and of the last that came in. This comes with every room, so it is small.
 */

/** Viewers are asked along to another room. */
export interface RaidTold {
  readonly id: string;
  readonly to: string;
  readonly toName: string;
  /** Unix milliseconds. */
  readonly endsAt: number;
  readonly moved: number;
}

/** A raid that is over. */
export interface RaidOver extends RaidTold {
  readonly how: Exclude<Payload<'v3.raid.update'>['status'], 'asking'>;
}

/** Somebody else's viewers have come. */
export interface RaidArrived {
  /** Id of the line that says so. */
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly text: string;
}

export interface RaidPart {
  readonly raid: RaidTold | null;
  /** Kept until it was read. */
  readonly over: RaidOver | null;
  /** The raid that this page has declined. */
  readonly declinedId: string | null;
  readonly arrived: RaidArrived | null;
}

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The answer to a start. */
    'page.raid': RaidState;
    /** Declined, or went along: this page asks no more. */
    'page.raid-declined': { readonly id: string };
    'page.raid-read': Record<string, never>;
    /** The raid came to an end without a word from the server. */
    'page.raid-gone': { readonly id: string };
  }
}

export const RAID_READS = [
  'page.loaded',
  'page.raid',
  'page.raid-declined',
  'page.raid-read',
  'page.raid-gone',
  'v3.raid.update',
  'v3.chat.message',
] as const;

const ofAnswer = (raid: RaidState | null): RaidTold | null =>
  raid && {
    id: raid.raid_id,
    to: raid.to,
    toName: raid.to_name,
    endsAt: Date.parse(raid.ends_at),
    moved: raid.moved,
  };

export const startRaids = ({ raid }: Room): RaidPart => ({
  raid: ofAnswer(raid),
  over: null,
  declinedId: null,
  arrived: null,
});

function withTold(part: RaidPart, told: Payload<'v3.raid.update'>): RaidPart {
  const { raid_id: id, to, to_name: toName, ends_at: endsAt, moved, status } = told;
  const raid = { id, to, toName, endsAt, moved };
  if (status === 'asking') return part.over?.id === id ? part : { ...part, raid, over: null };
  // The end of another one is ignored.
  if (part.raid && part.raid.id !== id) return part;
  return { ...part, raid: null, over: { ...raid, how: status } };
}

/** What one event changes. */
export function reduceRaids(part: RaidPart, event: RoomEvent<(typeof RAID_READS)[number]>): RaidPart {
  switch (event.name) {
    case 'page.loaded':
      return { ...part, raid: ofAnswer(event.payload.raid) };
    case 'page.raid':
      return { ...part, raid: ofAnswer(event.payload), over: null };
    case 'page.raid-declined':
      return { ...part, declinedId: event.payload.id };
    case 'page.raid-read':
      return { ...part, over: null, arrived: null };
    case 'page.raid-gone':
      return part.raid?.id === event.payload.id ? { ...part, raid: null } : part;
    case 'v3.raid.update':
      return withTold(part, event.payload);
    case 'v3.chat.message': {
      const { type, system_code: code, username, display_name: name, id, message: text } = event.payload;
      if (type !== 'system' || code !== 'raid' || !username) return part;
      return { ...part, arrived: { id, username, name: name ?? username, text } };
    }
  }
}

/** Whether this page still asks its reader, or has something to say about what it asked. */
export const isShown = ({ raid, over, declinedId }: RaidPart): boolean =>
  raid !== null ? raid.id !== declinedId : over !== null && over.how !== 'done' && over.id !== declinedId;
