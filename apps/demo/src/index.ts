export type { Cast, CastRoom } from './cast.ts';
export { LOOP_FPS, LOOP_SECONDS } from './loop-settings.ts';
export type { ParentMessage, PublisherMessage, StartPublisher } from './publisher-messages.ts';
export { type ClipJob, writeClip } from './write-clip.ts';
export {
  blurredPath,
  loopPath,
  type Preparation,
  prepareLoops,
  type PrepareOptions,
  type SceneLoop,
  scenePath,
} from './scene-video.ts';

/** Entry to fork for all demo publishers; DATA_DIR in its environment. */
export const publishersEntry = new URL('./publishers-main.ts', import.meta.url);

/** Entry to fork for the demo's viewers; see viewers-main. */
export const viewersEntry = new URL('./viewers-main.ts', import.meta.url);
