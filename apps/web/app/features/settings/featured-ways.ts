/** Ways to be told of featured shows, in the setting's order. */
export const FEATURED_WAYS = ['email', 'sms', 'web'] as const;
export type FeaturedWay = (typeof FEATURED_WAYS)[number];

/** The ways in the setting; empty for `none`. */
export const featuredWays = (setting: string): ReadonlySet<FeaturedWay> =>
  new Set(FEATURED_WAYS.filter((way) => setting.split(',').includes(way)));

/** The setting with one way more or less. */
export function withWay(ways: ReadonlySet<FeaturedWay>, way: FeaturedWay, isOn: boolean): string {
  const names = FEATURED_WAYS.filter((known) => (known === way ? isOn : ways.has(known)));
  return names.join(',') || 'none';
}
