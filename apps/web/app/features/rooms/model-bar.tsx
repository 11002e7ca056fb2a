import { formatCount, numberFormat } from '@klieg/i18n';
import { Avatar, Icon } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { languageCode } from '../../shared/room/room-look.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { RoomSlot } from '../../shared/room-module/room-slot.tsx';
import { FanStar } from './fan-star.tsx';

const STARS = 20;

/** The performer: name, subject, rating, and a viewer's actions. */
export function ModelBar({ room, now }: SlotProps) {
  const { t, i18n } = useLingui();
  const { user } = room;
  const { subject, star } = now;
  const { average, count } = now.rating;
  const rating = numberFormat(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    average / STARS,
  );
  const ratingCount = formatCount(count, i18n.locale);
  const parts = [subject, ...(count > 0 ? [t`${rating} in ${ratingCount} ratings`] : [])].filter(Boolean);
  return (
    <div className="model-bar">
      <Avatar src={user.avatarUrl ?? user.profilePictureUrl} name={user.displayName} size={48} square />
      <div className="model-name">
        <div className="flex items-center gap-2">
          <h1 className="truncate">
            {/* The link itself is cut, or it would lie under the elements beside a long name. */}
            <Link className="block truncate" to={`/${user.username}/bio`}>
              {user.displayName}
            </Link>
          </h1>
          <Icon name="seal-check-fill" size={16} label={t`Verified`} className="text-key" />
          {star && <FanStar star={star} />}
          <span className="language max-tablet:hidden">{user.languages.map(languageCode).join(' · ')}</span>
        </div>
        <div className="small min-h-[1lh] truncate text-ink-3">{parts.join(' · ')}</div>
      </div>
      <div className="model-actions">
        <RoomSlot name="bar.action" />
      </div>
    </div>
  );
}
