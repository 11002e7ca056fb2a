export { composeSavedSearches } from './compose.ts';
