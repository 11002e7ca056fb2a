export { type AskedCondition, isAllowed } from './permission-table.ts';
export { makePolicy } from './policy.ts';
export { principalsOf } from './principal.ts';
