export { composePartners, type PartnersFeature } from './compose.ts';
export { servePartners } from './serve-partners.ts';
