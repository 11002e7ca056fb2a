export { DataSettings } from './data-settings.tsx';
