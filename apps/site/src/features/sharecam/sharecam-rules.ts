import type { Payload, Room } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import type { Camera } from '../cameras/index.ts';
import type { RoomMode } from '../rooms/index.ts';

/* A viewer's camera that a performer looks at (machine 6): its transitions. Pure; SPEC.md has the rules. */

/** How long a request waits for its answer. */
export const REQUEST_MS = 60_000;
/** The first picture must arrive this long after the performer has accepted (S603). */
export const PUBLISH_MS = 30_000;
/** Without a picture from either side for this long it ends (S604). */
export const SILENT_MS = 10_000;
/** Requests that a performer may have open. */
export const REQUESTS_MAX = 10;
/** Cameras that a performer may look at in the public room; in a private it is one. */
export const PUBLIC_CAMERAS_MAX = 4;

export type SharecamState = 'asked' | 'accepted' | 'ready' | 'declined' | 'canceled' | 'expired' | 'ended';
export type SharecamEnd = Payload<'v3.cam2cam.end'>['reason'];

export interface Sharecam {
  /** Of the request and of the camera. */
  readonly id: Uuid;
  readonly roomId: AccountId;
  readonly viewerId: AccountId;
  readonly hasSound: boolean;
  /** The login session that asked; null where it came with a private's request. */
  readonly login: string | null;
  readonly state: SharecamState;
  readonly reason: string | null;
  /** The private that it is part of, and ends with. */
  readonly showId: Uuid | null;
  /** Unix milliseconds of the database. */
  readonly expiresAt: number;
  readonly acceptedAt: number | null;
}

/** The performer has agreed, and the viewer may send. */
export const isOn = ({ state }: Pick<Sharecam, 'state'>): boolean =>
  state === 'accepted' || state === 'ready';

/** The room as it matters here. */
export interface RoomSight {
  readonly status: Room['user']['status'];
  readonly mode: RoomMode;
  /** Since when its picture is missing, Unix milliseconds; null while it is there. */
  readonly goneAt: number | null;
  /** The performer lets viewers ask. */
  readonly isEnabled: boolean;
  /** The private that runs there or is about to. */
  readonly show: { readonly id: Uuid; readonly payerId: AccountId } | null;
}

/** Whether this viewer may share their camera in the room now (LIVE-VIDEO-035). */
export function mayShare({ isEnabled, mode, show, status }: RoomSight, viewerId: AccountId): boolean {
  if (!isEnabled) return false;
  if (mode === 'public') return status === 'online' || status === 'standby';
  return mode === 'private' && show?.payerId === viewerId;
}

/** How many cameras a performer may look at in such a room. */
export const camerasMax = ({ mode }: Pick<RoomSight, 'mode'>): number =>
  mode === 'private' ? 1 : PUBLIC_CAMERAS_MAX;

/** What is known of one now. */
export interface Sight {
  /** Unix milliseconds of the database. */
  readonly now: number;
  readonly room: RoomSight;
  readonly camera: Pick<Camera, 'state' | 'goneAt' | 'liveAt'> | undefined;
  /** Blocked, banned, kicked or suspended. */
  readonly isPutOut: boolean;
}

/** How a request or a camera ends. */
export type Ending =
  | { readonly state: 'expired' }
  | { readonly state: 'canceled'; readonly reason: SharecamEnd }
  | { readonly state: 'ended'; readonly reason: SharecamEnd };

const ended = (reason: SharecamEnd): Ending => ({ state: 'ended', reason });

const endOfRequest = (it: Sharecam, { now, room, isPutOut }: Sight): Ending | undefined => {
  if (isPutOut) return { state: 'canceled', reason: 'removed' };
  const isOver = now >= it.expiresAt || (room.status !== 'reconnecting' && !mayShare(room, it.viewerId));
  return isOver ? { state: 'expired' } : undefined;
};

/** Why a camera that is part of a private, or of the public room, ends with a change of the room. */
function endByRoom({ showId, viewerId }: Sharecam, { room, now }: Sight): SharecamEnd | undefined {
  if (room.status === 'offline') return 'model_ended';
  if (showId !== null && room.show?.id !== showId) return 'private_ended';
  if (showId === null && room.mode !== 'public' && room.show?.payerId !== viewerId) return 'removed';
  if (!room.isEnabled) return 'model_ended';
  return room.goneAt !== null && now - room.goneAt >= SILENT_MS ? 'disconnected' : undefined;
}

function endByPicture(it: Sharecam, { now, camera }: Sight): SharecamEnd | undefined {
  if (!camera || camera.state === 'closed') return 'disconnected';
  if (camera.liveAt === null) return now - (it.acceptedAt ?? now) >= PUBLISH_MS ? 'expired' : undefined;
  const isSilent = camera.state === 'missing' && now - (camera.goneAt ?? now) >= SILENT_MS;
  return isSilent ? 'disconnected' : undefined;
}

/** How one ends by the time, the room or the pictures; undefined: it continues (S602 to S604). */
export function endingOf(it: Sharecam, sight: Sight): Ending | undefined {
  if (it.state === 'asked') return endOfRequest(it, sight);
  if (!isOn(it)) return undefined;
  if (sight.isPutOut) return ended('removed');
  const reason = endByRoom(it, sight) ?? endByPicture(it, sight);
  return reason && ended(reason);
}
