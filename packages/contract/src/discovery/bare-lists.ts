/** Lists whose address names no section: they use the section visited last (BROWSE-060). */
export const BARE_LISTS = [
  '/sodastars/30days',
  '/sodastars/top2000',
  '/fanclub/all',
  '/fanclub/online',
] as const;
