export { composeBackOffice } from './compose.ts';
