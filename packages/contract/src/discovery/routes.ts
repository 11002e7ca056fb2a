import type { Routes } from '../call.ts';

/** Lists are loaded with their pages; other browser calls load later, and some calls are for other programs only. */
export const discoveryRoutes = {
  browseHome: ['GET', '/browse/react'],
  browseGender: ['GET', '/browse/react/{gender}'],
  browsePath: ['GET', '/browse/react/{gender}/{path*}'],
  browseFiltered: ['GET', '/browse/react/multi-filter'],
  browseCasaSalsa: ['GET', '/browse/react/search/voyeurcam-casa-salsa'],
  browseAnyPath: ['GET', '/browse/react/v2/{path*}'],
  readHomeSections: ['GET', '/browse/react/home/section'],
  readCustomHome: ['GET', '/browse/react/home/custom'],
  keepCustomHome: ['POST', '/browse/react/home/custom/setting'],
  search: ['GET', '/browse/react/v2/search/{term}'],
  readFeed: ['GET', '/feed/{gender}'],
  readSwiper: ['GET', '/feed/swiper/{list}'],
  suggest: ['GET', '/search/suggest'],
  explainPlace: ['GET', '/browse/why/{username}'],
  listModelShows: ['GET', '/user/model_shows'],
  listTags: ['GET', '/tags/index'],
  listSectionTags: ['GET', '/tags/{gender}'],
  listLikes: ['GET', '/user/like'],
  like: ['POST', '/user/{username}/like'],
} as const satisfies Routes;
