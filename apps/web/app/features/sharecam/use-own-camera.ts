import { useSyncExternalStore } from 'react';
import { type OwnCamera, ownCamera } from './own-camera.ts';

/** Current state of the own camera; off in server-rendered pages. */
export const useOwnCamera = (): OwnCamera =>
  useSyncExternalStore(ownCamera.subscribe, ownCamera.get, ownCamera.get);
