/** Lists whose address names no section: they are about the one that was visited last (BROWSE-060). */
export const BARE_LISTS = [
  '/sodastars/30days',
  '/sodastars/top2000',
  '/fanclub/all',
  '/fanclub/online',
] as const;
