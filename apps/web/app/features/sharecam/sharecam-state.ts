import type { Payload } from '@klieg/contract';
import type { CameraTold, SharecamEvent, SharecamPart } from './sharecam-part.ts';

/* Reduces events. Loaded with the first event about a shared camera. */

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
  if (part.isOwner)
    return {
      ...part,
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
      own: {
        id: request.request_id,
        state: 'asked',
        hasSound: request.audio ?? false,
        until: request.expires_at,
      },
    };
  return part.own === null ? part : { ...part, own: null };
}

/** What one event changes; the same part when it changes nothing. */
export function reduceSharecam(part: SharecamPart, event: SharecamEvent): SharecamPart {
  switch (event.name) {
    case 'page.sharecam':
    case 'page.loaded':
    case 'v3.chat.model_settings':
      return part;
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
