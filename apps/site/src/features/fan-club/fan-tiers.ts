import type { Bio, Settings } from '@klieg/contract';

type FanTier = Bio['fanclub'][number];

/** Discount on media of the performer that the membership does not include (CONSTANTS-014, CONSTANTS-015). */
export const DISCOUNT_PERCENT = { supporter: 0, insider: 10, legend: 25 } as const;

const BENEFITS: Readonly<Record<FanTier['level'], readonly string[]>> = {
  supporter: ['supporter_media'],
  insider: ['supporter_media', 'insider_media', 'free_spy'],
  legend: ['supporter_media', 'insider_media', 'legend_media', 'free_spy'],
};

/** The levels of a performer's fan club, cheapest first; empty if it is off. */
export const fanTiers = (
  settings: Pick<Settings, 'fanclub_enabled' | 'fanclub_prices'>,
): readonly FanTier[] =>
  settings.fanclub_enabled
    ? (['supporter', 'insider', 'legend'] as const).map((level) => ({
        level,
        price: settings.fanclub_prices[level],
        discount_percent: DISCOUNT_PERCENT[level],
        benefits: [...BENEFITS[level]],
      }))
    : [];
