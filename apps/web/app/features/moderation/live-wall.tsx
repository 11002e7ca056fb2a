import type { WallRoom } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Button, Empty, Icon, StateBadge } from '@klieg/ui';
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

export interface LiveWallProps {
  readonly rooms: readonly WallRoom[];
  readonly live: number;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  readonly selected: string | undefined;
  readonly onSelect: (username: string) => void;
}

/** What somebody should look at now; a room that went live a moment ago is only told to be new. */
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

/** Every room that is on the air as a still of the last ten seconds; what is to be looked at stands first. */
export function LiveWall({ rooms, live, page, pages, onPage, selected, onSelect }: LiveWallProps) {
  const { t, i18n } = useLingui();
  return (
    <section className="mod-wall" aria-label={t`Live rooms`}>
      <div className="module-head px-4 py-3">
        <h2 className="grow">
          <Trans>Live rooms</Trans>
        </h2>
        <span className="small text-ink-2">{formatCount(live, i18n.locale)}</span>
      </div>
      {rooms.length === 0 ? (
        <Empty title={<Trans>Nobody is live</Trans>}>
          <Trans>Rooms stand here as soon as they go on the air.</Trans>
        </Empty>
      ) : (
        <ul className="mod-rooms">
          {rooms.map((room) => (
            <li key={room.user.username}>
              <button
                type="button"
                className="mod-room"
                data-risk={isFlagged(room) ? room.risk : 0}
                aria-current={room.user.username === selected || undefined}
                onClick={() => onSelect(room.user.username)}
              >
                <span className="picture">
                  <Still url={room.still_url} />
                  {room.show !== 'public' && <StateBadge look={SHOW_LOOKS[room.show]} />}
                  <Flag room={room} />
                </span>
                <span className="mod-name">
                  <span className="min-w-0 grow truncate">{room.user.displayName}</span>
                  <span className="text-ink-2">{formatCount(room.viewers, i18n.locale)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <div className="flex items-center justify-center gap-3 p-3">
          <Button kind="line" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <Trans>Before</Trans>
          </Button>
          <span className="small">
            {page} / {pages}
          </span>
          <Button kind="line" size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            <Trans>Next</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}
