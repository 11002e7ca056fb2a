import type { Bio } from '@klieg/contract';
import { formatCount, numberFormat } from '@klieg/i18n';
import { Bar, Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';

const STARS = [5, 4, 3, 2, 1] as const;
const POINTS_PER_STAR = 20;

/** Others' ratings: the average beside the distribution. */
export function BioRatings({ ratings }: Pick<Bio, 'ratings'>) {
  const { t, i18n } = useLingui();
  if (ratings.count === 0)
    return (
      <p className="text-ink-2">
        <Trans>No ratings yet. Viewers rate after tipping 25 tokens.</Trans>
      </p>
    );
  const average = numberFormat(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    ratings.average / POINTS_PER_STAR,
  );
  return (
    <div className="bio-ratings">
      <p>
        <span className="display text-t5">{average}</span>
        <span className="small block text-ink-3">
          <Trans>of 5, in {formatCount(ratings.count, i18n.locale)} ratings</Trans>
        </span>
      </p>
      <ul className="grid grow gap-1">
        {STARS.map((stars) => {
          const count = ratings.by_stars[stars];
          return (
            <li key={stars} className="flex items-center gap-2">
              <span className="figure flex w-8 items-center gap-1">
                {stars} <Icon name="star-fill" size={14} className="text-key" />
              </span>
              <span className="grow">
                <Bar percent={(100 * count) / ratings.count} label={t`${stars} of 5 stars`} />
              </span>
              <span className="figure w-10 text-right text-ink-2">{formatCount(count, i18n.locale)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
