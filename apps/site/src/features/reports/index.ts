export { makeReportStore } from './report-store.ts';
export { type FindEvidence, makeReportsHandlers } from './reports.http.ts';
