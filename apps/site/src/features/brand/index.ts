export { type BrandFeature, composeBrand, type OfferImageOf } from './compose.ts';
export {
  composeSites,
  type RequestSite,
  siteElsewhere,
  type SiteHeaders,
  type Sites,
} from './request-site.ts';
