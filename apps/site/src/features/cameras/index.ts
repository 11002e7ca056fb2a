export type { Camera } from './camera-store.ts';
export type { CameraGrant, Cameras } from './cameras.ts';
export { type CamerasFeature, composeCameras } from './compose.ts';
