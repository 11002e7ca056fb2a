export { composeReports, type ReportsFeature } from './compose.ts';
