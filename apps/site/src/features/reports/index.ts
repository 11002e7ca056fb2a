export { composeReports } from './compose.ts';
