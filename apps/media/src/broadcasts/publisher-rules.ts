import type { CameraClaim } from '@klieg/contract/media';
import type { SourceBounds } from '../packaging/source-limits.ts';

/** What a publisher may send, and what is made of it. */
export interface PublisherRules {
  /** Undefined: those of a performer's broadcast. */
  readonly bounds: SourceBounds | undefined;
  /** What its sender is asked to keep to. */
  readonly maxKbps: number;
  /** In how many sizes it may send its picture at once. */
  readonly layersMax: number;
  /** False: what it sends of sound is dropped. */
  readonly hasSound: boolean;
  /** Smaller renditions besides the source. */
  readonly renditionsMax: number;
  /** Pictures for lists and cards are taken from it. */
  readonly hasThumbnails: boolean;
}

/** What a camera is asked to send; twice as much is refused. */
const CAMERA_KBPS = 800;

/** As many as OBS sends. */
const LAYERS_MAX = 4;

const CAMERA_BOUNDS: SourceBounds = {
  pixels: 640 * 480,
  // Cameras that are set to 30 are off by a few.
  picturesPerSecond: 33,
  kbps: 2 * CAMERA_KBPS,
};

/** The rules of a performer's broadcast, or the narrow ones of a camera. */
export const rulesOf = (
  camera: CameraClaim | undefined,
  broadcast: Pick<PublisherRules, 'maxKbps' | 'renditionsMax'>,
): PublisherRules =>
  camera
    ? {
        bounds: CAMERA_BOUNDS,
        maxKbps: Math.min(CAMERA_KBPS, broadcast.maxKbps),
        hasSound: camera.hasSound,
        layersMax: 1,
        renditionsMax: 0,
        hasThumbnails: camera.hasThumbnails === true,
      }
    : { bounds: undefined, layersMax: LAYERS_MAX, hasSound: true, hasThumbnails: true, ...broadcast };
