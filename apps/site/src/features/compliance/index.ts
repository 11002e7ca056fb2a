export { complianceToCome } from './to-come.ts';
