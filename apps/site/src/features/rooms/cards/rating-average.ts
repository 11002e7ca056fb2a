const POINTS_PER_STAR = 20;

/**
 * Average and number of ratings from how many gave one star, two stars … five stars.
 * @returns the average as 0 to 100, where 100 is five stars; 0 without a rating
 */
export function summarizeRatings(counts: readonly number[]): {
  readonly average: number;
  readonly count: number;
} {
  const count = counts.reduce((sum, n) => sum + n, 0);
  const stars = counts.reduce((sum, n, i) => sum + n * (i + 1), 0);
  return { average: count === 0 ? 0 : Math.round((stars * POINTS_PER_STAR) / count), count };
}
