export { deskApi } from './desk-api.ts';
export { DeskSection } from './desk-section.tsx';
export { BILLER_NAMES, ORDER_STATES } from './desk-words.ts';
export { useDesk } from './use-desk.ts';
