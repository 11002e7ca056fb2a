export { makeIsBlockedCountry } from './blocked-countries.ts';
export { makeRefuseText } from './refuse-text.ts';
