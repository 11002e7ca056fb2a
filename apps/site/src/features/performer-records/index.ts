export { composePerformerRecords } from './compose.ts';
