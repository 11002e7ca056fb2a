import type { MediaFact } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import type { Camera, CameraStore } from './camera-store.ts';
import type { Cameras } from './cameras.ts';

/** Called on one node, after the write, when a picture has come, stopped or come back. */
export type OnCamera = (camera: Camera) => Promise<void>;

/**
 * Stores media's facts about cameras. Every node hears each fact; the one that writes it first announces it. A camera
 * that is closed here but continues there is ended again.
 */
export function makeHearCamera(
  store: Pick<CameraStore, 'find' | 'noteLive' | 'noteGone'>,
  cameras: Pick<Cameras, 'tellClosed' | 'tellNamed'>,
  listeners: readonly OnCamera[],
): (fact: MediaFact) => Promise<void> {
  const tell = async (camera: Camera | undefined): Promise<void> => {
    if (camera) for (const listener of listeners) await listener(camera);
  };
  const hearLive = async (id: Uuid, streamName: string): Promise<void> => {
    const fresh = await store.noteLive(id);
    const known = fresh ?? (await store.find(id));
    if (known === undefined || known.state === 'closed') return cameras.tellClosed([{ id, streamName }]);
    // The publisher came with the name from before.
    if (known.streamName !== streamName) cameras.tellNamed(known);
    return tell(fresh);
  };
  return async (fact) => {
    if (fact.kind === 'live') return hearLive(fact.broadcastId as Uuid, fact.streamName);
    // Another connection of the same sender takes its place, and shows its picture in a moment.
    if (fact.kind === 'gone' && fact.reason !== 'replaced')
      return tell(await store.noteGone(fact.broadcastId as Uuid));
  };
}
