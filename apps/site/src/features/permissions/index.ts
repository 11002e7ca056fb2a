export { makePolicy } from './policy.ts';
