import { useSyncExternalStore } from 'react';
import { type OwnCamera, ownCamera } from './own-camera.ts';

/** The own camera as it is now; off while the page comes from the server. */
export const useOwnCamera = (): OwnCamera =>
  useSyncExternalStore(ownCamera.subscribe, ownCamera.get, ownCamera.get);
