export { internalKey } from './control/internal-key.ts';
export {
  MEDIA_SETTINGS,
  type Media,
  type MediaOptions,
  type MediaSettings,
  startMedia,
} from './start-media.ts';
