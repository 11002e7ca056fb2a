export { makePaypal } from './paypal.ts';
export { paypalRules } from './settings.ts';
