/** Pages of one person, of staff, or with endless variants: no robot needs to fetch them. */
const CLOSED = [
  'account',
  'admin',
  'api',
  'broadcast',
  'browse-role',
  'confirm',
  'dev',
  'followed',
  'for-you',
  'inbox',
  'keep-email',
  'live',
  'model-desk',
  'multi-filter',
  'overlay',
  'reset',
  'search',
  'setup',
  'view-history',
  'ws',
] as const;

/**
 * What robots may fetch. Of pages with a query only further pages of a list are open, since their links lead to rooms;
 * they are not indexed. Pictures are below the calls.
 * @param publicUrl of the site, without a slash at the end
 * @param isIndexed false where no page of the site may be indexed, such as on a demo
 */
export function robotsText(publicUrl: string, isIndexed: boolean): string {
  if (!isIndexed) return 'User-agent: *\nDisallow: /\n';
  return [
    'User-agent: *',
    // A performer's name may begin with one of these words, so each is listed exactly and as a folder.
    ...CLOSED.flatMap((area) => [`Disallow: /${area}$`, `Disallow: /${area}/`]),
    'Disallow: /*?',
    'Allow: /*?p=',
    'Allow: /*?page=',
    'Allow: /api/v1/thumb/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
