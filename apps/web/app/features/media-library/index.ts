export { PersonTabs } from './person-tabs.tsx';
export { ReviewedMedia } from './desk/reviewed-media.tsx';
export { MediaCards } from './lists/media-cards.tsx';
