export { makeIsBlockedCountry } from './blocked-countries.ts';
export { type ComplianceFeature, composeCompliance } from './compose.ts';
