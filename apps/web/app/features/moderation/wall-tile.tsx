import type { WallRoom } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Icon, StateBadge } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SHOW_LOOKS } from './case-words.ts';

/** A still that is not there leaves its place. */
function Still({ url }: { readonly url: string | null }) {
  const [failed, setFailed] = useState<string>();
  if (url === null || failed === url)
    return (
      <span className="picture-missing">
        <Icon name="wifi-slash" size={22} />
      </span>
    );
  return <img src={url} alt="" width={320} height={180} loading="lazy" onError={() => setFailed(url)} />;
}

/** Needs a look now; a room that just went live is only marked as new. */
const isFlagged = ({ risk, reports }: WallRoom): boolean => risk === 2 || (risk === 1 && reports > 0);

function Flag({ room }: { readonly room: WallRoom }) {
  if (room.risk === 0) return null;
  if (!isFlagged(room))
    return (
      <span className="mod-flag" data-risk={0}>
        <Trans>New</Trans>
      </span>
    );
  return (
    <span className="mod-flag" data-risk={room.risk}>
      <Icon name={room.risk === 2 ? 'warning-octagon-fill' : 'warning-fill'} size={14} />
      {room.risk === 2 ? <Trans>High</Trans> : <Trans>Check</Trans>}
    </span>
  );
}

export interface WallTileProps {
  readonly room: WallRoom;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

/** One room of the wall: its still, state, flags and name. */
export function WallTile({ room, isSelected, onSelect }: WallTileProps) {
  const { i18n } = useLingui();
  return (
    <button
      type="button"
      className="mod-room"
      data-risk={isFlagged(room) ? room.risk : 0}
      aria-current={isSelected || undefined}
      onClick={onSelect}
    >
      <span className="picture">
        <Still url={room.still_url} />
        <StateBadge look={SHOW_LOOKS[room.show]} />
        <Flag room={room} />
      </span>
      <span className="mod-name">
        <span className="min-w-0 grow truncate">{room.user.displayName}</span>
        <span className="text-ink-2">{formatCount(room.viewers, i18n.locale)}</span>
      </span>
    </button>
  );
}
