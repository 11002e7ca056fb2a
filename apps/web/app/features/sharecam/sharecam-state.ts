import type { Payload, Room } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/* What a page knows of cameras that viewers share with the room's performer. This comes with every room, so it is small. */

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

/** The own camera, as the server has it; what this page sends of it is the page's alone (`own-camera.ts`). */
export interface OwnTold {
  readonly id: string;
  readonly state: 'asked' | 'accepted' | 'ready';
  readonly hasSound: boolean;
  /** Until when an answer, or the first picture, is waited for; Unix milliseconds. */
  readonly until: number;
}

/** Why the own camera or request has ended; told until it was read. */
export type OwnEnd = Payload<'v3.cam2cam.end'>['reason'] | 'declined';

/** Which question the dialog answers: to ask now, or to get ready for a private that was asked for. */
export type ShareWish = 'camera' | 'private';

export interface SharecamPart {
  /** The page is the performer's own. */
  readonly isOwner: boolean;
  /** The performer lets viewers ask. */
  readonly isEnabled: boolean;
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
    'page.sharecam-dialog': { readonly wish: ShareWish | null };
    'page.sharecam-pledged': Record<string, never>;
    /** The server took this page's request. */
    'page.sharecam-asked': Pick<OwnTold, 'id' | 'until' | 'hasSound'>;
    /** This page has taken it back, or stopped. */
    'page.sharecam-stopped': Record<string, never>;
    /** What it has ended with was read. */
    'page.sharecam-read': Record<string, never>;
    /** What the account was told, whose own socket it came by. */
    'page.sharecam-told': Payload<'v3.sharecam.request'>;
  }
}

export const SHARECAM_READS = [
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
  wish: null,
  isPledged: false,
  own: null,
  end: null,
  requests: [],
  cameras: [],
});

/** The private that the camera was meant for does not come, or is over. */
const withoutPrivate = (part: SharecamPart): SharecamPart =>
  part.isPledged || part.wish === 'private'
    ? { ...part, isPledged: false, wish: part.wish === 'private' ? null : part.wish }
    : part;

const withRequest = (part: SharecamPart, told: Payload<'v3.sharecam.request'>): SharecamPart => {
  const others = part.requests.filter(({ request_id: id }) => id !== told.request_id);
  if (told.status === 'canceled') return { ...part, requests: others };
  return { ...part, requests: [...others, { ...told, audio: told.audio ?? false }] };
};

const withCamera = (part: SharecamPart, camera: CameraTold): SharecamPart => ({
  ...part,
  requests: part.requests.filter(({ request_id: id }) => id !== camera.id),
  cameras: [...part.cameras.filter(({ id }) => id !== camera.id), camera],
});

function withStart(part: SharecamPart, told: Payload<'v3.cam2cam.start'>): SharecamPart {
  const { cam2cam_id: id, username, audio, expires_at: until } = told;
  const hasSound = audio ?? false;
  if (part.isOwner) return withCamera(part, { id, username, hasSound, isReady: false });
  return { ...part, own: { id, state: 'accepted', hasSound, until }, isPledged: false, end: null };
}

function withReady(
  part: SharecamPart,
  { cam2cam_id: id, username }: Payload<'v3.cam2cam.ready'>,
): SharecamPart {
  if (!part.isOwner) return part.own?.id === id ? { ...part, own: { ...part.own, state: 'ready' } } : part;
  const known = part.cameras.find((camera) => camera.id === id);
  return withCamera(part, { hasSound: false, ...known, id, username, isReady: true });
}

function withEnd(part: SharecamPart, { cam2cam_id: id, reason }: Payload<'v3.cam2cam.end'>): SharecamPart {
  if (part.isOwner) return { ...part, cameras: part.cameras.filter((camera) => camera.id !== id) };
  if (part.own?.id !== id) return part;
  // What one has ended oneself needs no words.
  return { ...part, own: null, wish: null, end: reason === 'user_ended' ? null : reason };
}

interface CameraInSnapshot {
  readonly cam2cam_id: string;
  readonly username: string;
  readonly audio: boolean;
  readonly is_ready: boolean;
}

function withSnapshot(part: SharecamPart, whole: Payload<'v3.room.snapshot'>): SharecamPart {
  const cameras = (whole.cam2cam as { cameras?: readonly CameraInSnapshot[] } | undefined)?.cameras ?? [];
  const requests = (whole.sharecam ?? []) as unknown as readonly Payload<'v3.sharecam.request'>[];
  const isEnabled =
    (whole.userSetting as Partial<Room['userSetting']> | undefined)?.sharecam?.enabled ?? part.isEnabled;
  if (part.isOwner)
    return {
      ...part,
      isEnabled,
      requests: requests.map((told) => ({ ...told, audio: told.audio ?? false })),
      cameras: cameras.map((camera) => ({
        id: camera.cam2cam_id,
        username: camera.username,
        hasSound: camera.audio,
        isReady: camera.is_ready,
      })),
    };
  const [camera] = cameras;
  const [request] = requests;
  if (camera)
    return {
      ...part,
      isEnabled,
      own: {
        id: camera.cam2cam_id,
        state: camera.is_ready ? 'ready' : 'accepted',
        hasSound: camera.audio,
        until: part.own?.until ?? 0,
      },
    };
  if (request)
    return {
      ...part,
      isEnabled,
      own: {
        id: request.request_id,
        state: 'asked',
        hasSound: request.audio ?? false,
        until: request.expires_at,
      },
    };
  return part.own === null && part.isEnabled === isEnabled ? part : { ...part, isEnabled, own: null };
}

/** What one event changes; the same part when it changes nothing. */
export function reduceSharecam(part: SharecamPart, event: SharecamEvent): SharecamPart {
  switch (event.name) {
    case 'page.loaded':
      return { ...part, isEnabled: event.payload.userSetting.sharecam.enabled };
    case 'page.private-asked':
      return event.payload.sharecam ? { ...part, wish: 'private' } : part;
    case 'page.sharecam-dialog':
      return { ...part, wish: event.payload.wish };
    case 'page.sharecam-pledged':
      return { ...part, wish: null, isPledged: true, end: null };
    case 'page.sharecam-asked':
      return { ...part, own: { ...event.payload, state: 'asked' }, wish: null, end: null };
    case 'page.sharecam-stopped':
      return { ...part, own: null, wish: null, isPledged: false, end: null };
    case 'page.sharecam-read':
      return { ...part, end: null };
    case 'page.show-told':
      return event.payload.name === 'v3.private.request' || event.payload.name === 'v3.private.place'
        ? part
        : withoutPrivate(part);
    case 'page.request-gone':
    case 'v3.private.declined':
    case 'v3.private.expired':
    case 'v3.private.request_failed':
    case 'v3.private.end':
      return withoutPrivate(part);
    case 'page.sharecam-told':
    case 'v3.sharecam.request':
      return part.isOwner ? withRequest(part, event.payload) : part;
    case 'v3.room.snapshot':
      return withSnapshot(part, event.payload);
    case 'v3.chat.model_settings': {
      const told = event.payload.settings as Partial<Room['userSetting']>;
      return told.sharecam ? { ...part, isEnabled: told.sharecam.enabled } : part;
    }
    case 'v3.sharecam.accepted':
      return part;
    case 'v3.sharecam.declined':
      return part.own?.id === event.payload.request_id
        ? { ...part, own: null, wish: null, end: 'declined' }
        : part;
    case 'v3.cam2cam.start':
      return withStart(part, event.payload);
    case 'v3.cam2cam.ready':
      return withReady(part, event.payload);
    case 'v3.cam2cam.end':
      return withEnd(part, event.payload);
  }
}
