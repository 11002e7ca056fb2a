export { makeRocketfuel } from './rocketfuel.ts';
export { pemOf, rocketfuelRules } from './settings.ts';
