/** The 640 px wide version of a room's live picture; other pictures have one width only. */
export const wideThumb = (url: string): string | undefined =>
  url.startsWith('/api/v1/thumb/') ? `${url}${url.includes('?') ? '&' : '?'}w=640` : undefined;
