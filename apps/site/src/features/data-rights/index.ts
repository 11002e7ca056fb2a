export { composeDataRights } from './compose.ts';
