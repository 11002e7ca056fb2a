export { deskApi } from './desk-api.ts';
export { DeskSection } from './desk-section.tsx';
export { BILLER_NAMES } from './desk-words.ts';
export { useDesk } from './use-desk.ts';
