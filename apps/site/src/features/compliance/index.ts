export { makeIsBlockedCountry } from './blocked-countries.ts';
export { complianceToCome } from './to-come.ts';
