export { composeBrand } from './compose.ts';
