export { composeSecondFactor, type SecondFactorFeature } from './compose.ts';
export { type FactorChange, factorChanged } from './factor-changed.ts';
export { serveSecondFactor } from './serve-second-factor.ts';
