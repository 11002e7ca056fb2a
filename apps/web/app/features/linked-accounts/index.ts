export { LinkedSettings } from './linked-settings.tsx';
export { switchAccount } from './switch-account.ts';
