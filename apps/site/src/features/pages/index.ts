export { composePages } from './compose.ts';
export { loadBuiltPages } from './page-services.ts';
