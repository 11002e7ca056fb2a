import { formatCount } from '@klieg/i18n';
import { Icon } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import type { FanStar as Star } from '../../shared/room/room-state.ts';

/** The star of a performer whom the fans have voted for, with the place on the board where it is known. */
export function FanStar({ star }: { readonly star: Star }) {
  const { t, i18n } = useLingui();
  const rank = star.rank === undefined ? undefined : formatCount(star.rank, i18n.locale);
  const label = rank === undefined ? t`Star voted by fans` : t`Star voted by fans, place ${rank}`;
  return (
    <span className="fan-star" title={label}>
      <Icon name="star-fill" size={14} label={label} />
      {rank !== undefined && <span aria-hidden="true">{rank}</span>}
    </span>
  );
}
