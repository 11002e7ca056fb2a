export { type Actor, type AuditLog, type Deed } from './audit-log.ts';
export { type AuditFeature, composeAudit } from './compose.ts';
