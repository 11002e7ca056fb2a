export { makeCashtocode } from './cashtocode.ts';
export { cashtocodeRules } from './settings.ts';
