import { HOUR_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import { makeCameraStore } from './camera-store.ts';
import { makeCameras } from './cameras.ts';
import { makeHearCamera, type OnCamera } from './follow-cameras.ts';

export type CamerasFeature = ReturnType<typeof composeCameras>;

/** Cameras that people show to few others: who sends, who watches, and whether there is a picture. */
export function composeCameras(kit: Kit, { broadcast }: { readonly broadcast: BroadcastFeature }) {
  const store = makeCameraStore(kit.database);
  const cameras = makeCameras({ ...kit, store, secret: kit.secretOf('media') });
  const listeners: OnCamera[] = [];
  broadcast.onCameraFact(makeHearCamera(store, cameras, listeners));
  const chores: readonly Chore[] = [
    { failure: 'old cameras could not be dropped', everyMs: HOUR_MS, on: 'one', run: store.prune },
  ];
  return { cameras, onCamera: (listener: OnCamera) => void listeners.push(listener), chores };
}
