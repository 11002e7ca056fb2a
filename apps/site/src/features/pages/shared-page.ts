import { BARE_LISTS } from '@klieg/contract/features/discovery/bare-lists';
import { pickLocale } from '@klieg/i18n';
import type { SharedPage } from '../../platform/pages/index.ts';
import { readCookie } from '../../platform/http/index.ts';
import type { Place, VisitorRequest } from '../../platform/visitors/index.ts';
import type { RequestSite } from '../brand/index.ts';
import { SITE_LIST_WORDS } from '../discovery/index.ts';
import { cookieNames } from '../sessions/index.ts';

/** First segments of pages that belong to one person; everything else is the same for everyone. */
const PERSONAL = new Set([
  'login',
  'register',
  'account',
  'announcements',
  'admin',
  'mod',
  'broadcast',
  'followed',
  'inbox',
  'model-desk',
  'view-history',
  'email',
  'reset',
  'confirm',
  // Its address holds a key.
  'consent',
  'keep-email',
  'free-register',
  'pg-login',
  'setup',
  'verify',
  'dev',
  'overlay',
]);

/** Query names that shared pages read; other names change no page and make no separate copy. */
const QUERY_NAMES = [
  'chRate',
  'gender-hide',
  'iframe',
  'kind',
  'lang',
  'new_sort',
  'nochat',
  'order',
  'outlet',
  'p',
  'page',
  'perPage',
  'playlist',
  'q',
  'rate',
  'region',
  'sort',
  'sort_by',
  'tag',
  'topic',
  'type',
  'url',
  'vidstop',
  'week',
] as const;
/** Which loaders the data of a page is asked of. */
const DATA_NAMES = ['_routes', 'index'] as const;
const VALUE_MAX = 500;
const SECTIONS = new Set(['f', 'm', 't', 'c']);
/** The home page and its data, which a member may have laid out otherwise. */
const HOME = new Set(['/', '/_.data', '/_root.data']);
/** Pages that are about the section which was visited last (BROWSE-060). */
const OF_LAST_SECTION: ReadonlySet<string> = new Set(['/feed', ...BARE_LISTS]);
const isOfLastSection = (pathname: string): boolean =>
  HOME.has(pathname) || OF_LAST_SECTION.has(pathname.replace(/\.data$/, ''));

/** The genders that a member's lists leave out, in one order; none for guests, and on pages without such a list. */
function hiddenGenders(pathname: string, cookie: string | undefined): readonly string[] {
  const first = pathname.split('/')[1]!.replace(/\.data$/, '');
  if (!HOME.has(pathname) && !SITE_LIST_WORDS.has(first)) return [];
  const given = (hasSession(cookie) && readCookie(cookie, 'hide')) || '';
  return [...SECTIONS].filter((gender) => given.includes(gender));
}

/** The names that count, in one order, each once. */
function canonicalQuery(given: URLSearchParams, isData: boolean): string {
  const query = new URLSearchParams();
  for (const name of isData ? [...DATA_NAMES, ...QUERY_NAMES] : QUERY_NAMES) {
    const value = given.get(name);
    if (value !== null && value.length <= VALUE_MAX) query.set(name, value);
  }
  return query.size > 0 ? `?${query}` : '';
}

/** Whether somebody seems to be logged in: the page draws the place of the account, and learns later whose it is. */
const hasSession = (cookie: string | undefined): boolean =>
  [true, false].some((isSecure) => readCookie(cookie, cookieNames(isSecure).session) !== undefined);

/** A segment of a path as routes are matched: of any letters, however they are written. */
function plainOf(segment: string): string {
  try {
    return decodeURIComponent(segment).toLowerCase();
  } catch {
    return segment.toLowerCase();
  }
}

/** The part of a request that a shared page depends on; undefined for a personal page. */
export function sharedPageOf(
  { url, headers }: { readonly url: string; readonly headers: VisitorRequest['headers'] },
  site: Pick<RequestSite, 'host' | 'theme'>,
  { country, state }: Place,
): SharedPage | undefined {
  const { pathname, searchParams } = new URL(url.replace(/^\/+/, '/'), 'http://page');
  const first = pathname.split('/')[1]?.replace(/\.data$/, '') ?? '';
  if (PERSONAL.has(plainOf(first))) return undefined;
  const isData = pathname.endsWith('.data');
  const locale = pickLocale(readCookie(headers.cookie, 'locale'), headers['accept-language']);
  const section = readCookie(headers.cookie, 'gender');
  const hidden = hiddenGenders(pathname, headers.cookie);
  const cookies = [
    `locale=${locale}`,
    ...(site.theme === null ? [] : [`theme=${site.theme}`]),
    ...(section !== undefined && SECTIONS.has(section) && isOfLastSection(pathname)
      ? [`gender=${section}`]
      : []),
    ...(!isData && hasSession(headers.cookie) ? ['member=1'] : []),
    ...(hidden.length > 0 ? [`hide=${hidden.join('')}`] : []),
    ...(HOME.has(pathname) && readCookie(headers.cookie, 'home') === 'custom' ? ['home=custom'] : []),
  ].join('; ');
  const path = `${pathname}${canonicalQuery(searchParams, isData)}`;
  return {
    path,
    headers: { host: site.host, cookie: cookies, 'accept-language': locale },
    key: [site.host, path, cookies, country, state].join(' '),
  };
}
