export { JOBS_SCHEMA } from './job-tables.ts';
export { type DatabaseRoles, prepareDatabase } from './prepare-database.ts';
