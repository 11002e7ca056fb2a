import { CAMERA_LIMITS } from '@klieg/contract/features/sharecam/limits';
import type { VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { lateApi } from '#app/shared/api/late-client.ts';
import {
  cameraConstraints,
  createPublisher,
  microphoneConstraints,
  type PublishState,
  type WhipPublisher,
} from '#app/features/broadcast/index.ts';
import { findRelays } from '#app/shared/relays.ts';

/* The cameras that this page sends, each from a device of its own. */

export interface SentCamera {
  readonly stream: MediaStream;
  readonly sending: PublishState;
}

interface Sent extends SentCamera {
  readonly publisher: WhipPublisher;
}

let sent: ReadonlyMap<VoyeurCamera, Sent> = new Map();
const listeners = new Set<() => void>();

const show = (name: VoyeurCamera, now: Sent | undefined): void => {
  const next = new Map(sent);
  if (now) next.set(name, now);
  else next.delete(name);
  sent = next;
  for (const listener of listeners) listener();
};

const film = (deviceId: string): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    video: cameraConstraints(CAMERA_LIMITS, deviceId || undefined),
    audio: microphoneConstraints(undefined, true),
  });

/** Releases one camera; sending ends. */
function leave(name: VoyeurCamera): void {
  const known = sent.get(name);
  if (!known) return;
  void known.publisher.stop();
  for (const track of known.stream.getTracks()) track.stop();
  show(name, undefined);
}

export const houseCameras = {
  get: (): ReadonlyMap<VoyeurCamera, SentCamera> => sent,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Films with this device and sends it until `stop`; an earlier one is released. @throws DOMException, CallError */
  async start(name: VoyeurCamera, deviceId: string): Promise<void> {
    leave(name);
    const stream = await film(deviceId);
    const open = () => lateApi.openVoyeurCamera({ params: { name }, body: {} });
    try {
      const first = await open();
      let fresh: typeof first | undefined = first;
      const publisher = createPublisher({
        iceServers: findRelays,
        stream,
        endpoint: first.whip_url,
        token: async () => {
          const { token } = fresh ?? (await open());
          fresh = undefined;
          return token;
        },
        maxKbps: CAMERA_LIMITS.bitrate_kbps_max,
        onState(sending) {
          const known = sent.get(name);
          if (known?.stream === stream) show(name, { ...known, sending });
        },
      });
      show(name, { stream, publisher, sending: publisher.state });
    } catch (error) {
      for (const track of stream.getTracks()) track.stop();
      throw error;
    }
  },
  stop: leave,
  /** The page is left: everything stops. */
  stopAll(): void {
    for (const name of sent.keys()) leave(name);
  },
};
