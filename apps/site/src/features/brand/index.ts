export { klieg } from './brand.ts';
export { makeBrandHandlers } from './brand.http.ts';
export { presentSiteConfig } from './site-config.ts';
