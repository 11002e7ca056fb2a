import { Icon, Picture } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PictureViewer } from './picture-viewer.tsx';
import type { MediaControl } from './use-media.ts';
import { VideoViewer } from './video-viewer.tsx';

interface MediaViewerProps {
  readonly control: MediaControl;
  /** It is known that this person may not see it. */
  readonly isLocked: boolean;
  /** The price and the press for it, along the lower edge. */
  readonly offer: ReactNode;
}

function Still({
  src,
  isLocked,
  offer,
}: {
  readonly src: string;
  readonly isLocked: boolean;
  readonly offer: ReactNode;
}) {
  return (
    <div className="player media-player">
      <Picture src={src} sizes="(max-width: 1180px) 100vw, 70vw" eager />
      {isLocked && (
        <div className="overlay overlay-top-left">
          <span className="pill">
            <Icon name="lock-simple-fill" size={14} />
            <Trans>Locked</Trans>
          </span>
        </div>
      )}
      {offer}
    </div>
  );
}

/** What an item has to be seen: its video, its pictures, or the cover with the offer (MEDIA-LIBRARY-029). */
export function MediaViewer({ control, isLocked, offer }: MediaViewerProps) {
  const { viewer, dispatch, refresh, onFileFailed, reload } = control;
  if (viewer.kind === 'loading') return <div className="player media-player skeleton" aria-busy="true" />;
  const { media, item } = viewer;
  const [first] = media.items;
  const canOpen = media.items.some(({ url }) => url !== null);
  if (!canOpen) return <Still src={media.thumbnail_url} isLocked={isLocked} offer={offer} />;
  if (media.is_video && first?.url)
    return (
      <VideoViewer
        key={media.id}
        media={media}
        dispatch={dispatch}
        onFailed={onFileFailed}
        onRetry={reload}
        offer={isLocked && offer}
      />
    );
  return (
    <PictureViewer media={media} item={item} dispatch={dispatch} refresh={refresh} onFailed={onFileFailed} />
  );
}
