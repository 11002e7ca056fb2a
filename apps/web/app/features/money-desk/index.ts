import './desk.css';

export { deskApi } from './desk-api.ts';
export { DeskMore } from './desk-more.tsx';
export { DeskSection } from './desk-section.tsx';
export { BILLER_NAMES, ORDER_STATES } from './desk-words.ts';
export { fetchFile } from './fetch-file.ts';
export { type StaffQueue, useQueueNews } from './use-queue-news.ts';
export { useDesk } from './use-desk.ts';
export { useDeskPages } from './use-desk-pages.ts';
export { useStanding } from './use-standing.ts';
