export { PersonTabs } from './person-tabs.tsx';
export { ReviewedMedia } from './desk/reviewed-media.tsx';
