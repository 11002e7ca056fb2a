export { type AskedCondition, isAllowed, isStaff } from './permission-table.ts';
export { makePolicy } from './policy.ts';
export { principalsOf } from './principal.ts';
