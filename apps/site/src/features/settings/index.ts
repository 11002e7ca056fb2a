export { makeSettingsHandlers } from './settings.http.ts';
