export { reportSubscription } from './push-browser.ts';
