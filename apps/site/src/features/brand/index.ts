export { advertEnvironment, type AdvertSettings, advertSettingsOf } from './advert-settings.ts';
export { type BrandFeature, composeBrand, type IsHouseLive, type OfferImageOf } from './compose.ts';
export { LIVE_SHOW_TAGS, OTHER_TAGS, TAG_CATALOGUE, tagEnvironment } from './tag-catalogue.ts';
export {
  composeSites,
  isSiteIndexed,
  type RequestSite,
  siteElsewhere,
  type SiteHeaders,
  type SiteMember,
  type Sites,
} from './request-site.ts';
