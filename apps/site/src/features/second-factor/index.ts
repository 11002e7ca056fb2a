export { composeSecondFactor, type SecondFactorFeature } from './compose.ts';
export { serveSecondFactor } from './serve-second-factor.ts';
