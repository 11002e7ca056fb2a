export { useAgeGate } from './use-age-gate.ts';
