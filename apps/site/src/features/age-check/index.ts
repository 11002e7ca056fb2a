export type { AgeGate } from './age-gate.ts';
export { type AgeCheckFeature, composeAgeCheck } from './compose.ts';
export { AgeRulesError, openRules } from './rules/read-rules.ts';
export {
  ageCheckEnvironment,
  type AgeCheckSettings,
  ageCheckSettingsOf,
  faultsOfAgeChecks,
} from './vendors/settings.ts';
