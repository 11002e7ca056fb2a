import type { Payload, Room } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/* What a page knows of cameras that viewers share with the room's performer. */

/** A request to the performer. */
export type RequestTold = Pick<Payload<'v3.sharecam.request'>, 'request_id' | 'username' | 'expires_at'> & {
  readonly audio: boolean;
};

/** A camera that the performer has agreed to look at. */
export interface CameraTold {
  readonly id: string;
  /** The viewer's. */
  readonly username: string;
  readonly hasSound: boolean;
  /** There is a picture to look at. */
  readonly isReady: boolean;
}

/** The own camera, as the server has it; what this page sends of it is only known to the page (`own-camera.ts`). */
export interface OwnTold {
  readonly id: string;
  readonly state: 'asked' | 'accepted' | 'ready';
  readonly hasSound: boolean;
  /** Until when an answer, or the first picture, is waited for; Unix milliseconds. */
  readonly until: number;
}

/** Why the own camera or request has ended; shown until read. */
export type OwnEnd = Payload<'v3.cam2cam.end'>['reason'] | 'declined';

/** Which question the dialog answers: to ask now, or to get ready for a private that was asked for. */
export type ShareWish = 'camera' | 'private';

export interface SharecamPart {
  /** The page is the performer's own. */
  readonly isOwner: boolean;
  /** The performer lets viewers ask. */
  readonly isEnabled: boolean;
  /** Nobody is at a desk there who could agree. */
  readonly isHouse: boolean;
  /** The dialog that is open. */
  readonly wish: ShareWish | null;
  /** The word was given to share it with the private that was asked for. */
  readonly isPledged: boolean;
  readonly own: OwnTold | null;
  readonly end: OwnEnd | null;
  readonly requests: readonly RequestTold[];
  readonly cameras: readonly CameraTold[];
}

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The state from the events so far; only written by the code that reduces them. */
    'page.sharecam': SharecamPart;
    'page.sharecam-dialog': { readonly wish: ShareWish | null };
    'page.sharecam-pledged': Record<string, never>;
    /** The server took this page's request. */
    'page.sharecam-asked': Pick<OwnTold, 'id' | 'until' | 'hasSound'>;
    /** This page has taken it back, or stopped. */
    'page.sharecam-stopped': Record<string, never>;
    /** What it has ended with was read. */
    'page.sharecam-read': Record<string, never>;
    /** News for the account, from the visit's own socket. */
    'page.sharecam-told': Payload<'v3.sharecam.request'>;
  }
}

export const SHARECAM_READS = [
  'page.sharecam',
  'page.loaded',
  'page.private-asked',
  'page.request-gone',
  'page.show-told',
  'page.sharecam-dialog',
  'page.sharecam-pledged',
  'page.sharecam-asked',
  'page.sharecam-stopped',
  'page.sharecam-read',
  'page.sharecam-told',
  'v3.room.snapshot',
  'v3.chat.model_settings',
  'v3.private.declined',
  'v3.private.expired',
  'v3.private.request_failed',
  'v3.private.end',
  'v3.sharecam.request',
  'v3.sharecam.accepted',
  'v3.sharecam.declined',
  'v3.cam2cam.start',
  'v3.cam2cam.ready',
  'v3.cam2cam.end',
] as const;

export type SharecamEvent = RoomEvent<(typeof SHARECAM_READS)[number]>;

export const startSharecam = (room: Room): SharecamPart => ({
  isOwner: room.viewer.is_owner,
  isEnabled: room.userSetting.sharecam.enabled,
  isHouse: room.user.is_voyeur,
  wish: null,
  isPledged: false,
  own: null,
  end: null,
  requests: [],
  cameras: [],
});

/** Whether viewers may ask follows the performer's choice; all else is reduced by code that comes when it is needed. */
export function keepChoice(part: SharecamPart, event: SharecamEvent): SharecamPart {
  const settingsOf = () => {
    if (event.name === 'page.loaded') return event.payload.userSetting;
    if (event.name === 'v3.room.snapshot') return event.payload.userSetting;
    return event.name === 'v3.chat.model_settings' ? event.payload.settings : undefined;
  };
  const told = settingsOf() as Partial<Room['userSetting']> | undefined;
  const isEnabled = told?.sharecam?.enabled ?? part.isEnabled;
  return isEnabled === part.isEnabled ? part : { ...part, isEnabled };
}
