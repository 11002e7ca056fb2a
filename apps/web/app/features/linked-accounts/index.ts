export { LinkedSettings } from './linked-settings.tsx';
