export { BANNERS_MAX } from './banner-rules.ts';
export { bannerEnvironment } from './banner-settings.ts';
export { makeBannerStore } from './banner-store.ts';
export { composeBanners } from './compose.ts';
