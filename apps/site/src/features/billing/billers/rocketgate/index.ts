export { reasonCodes } from './reason-codes.ts';
export { makeRocketgate } from './rocketgate.ts';
export { rocketgateRules } from './settings.ts';
