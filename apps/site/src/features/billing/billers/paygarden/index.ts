export { makePaygarden } from './paygarden.ts';
export { paygardenRules } from './settings.ts';
