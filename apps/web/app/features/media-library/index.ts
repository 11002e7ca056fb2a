export { ReviewedMedia } from './desk/reviewed-media.tsx';
export { MediaCards } from './lists/media-cards.tsx';
export { MediaPreview } from './lists/media-preview.tsx';
