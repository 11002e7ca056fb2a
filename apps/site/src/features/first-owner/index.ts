export { composeFirstOwner } from './compose.ts';
export type { KeyRefusal } from './owner-key-rules.ts';
