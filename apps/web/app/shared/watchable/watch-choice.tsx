import type { WatchMedia } from '@klieg/contract';
import { formatClock } from '@klieg/i18n';
import { Button, Empty, ErrorBox, Field, OptionRow } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useCallback } from 'react';
import { lateApi } from '../api/late-client.ts';
import { useMorePages } from '../use-more-pages.ts';
import { VideoName } from './video-name.tsx';

/** The videos that may be watched with a performer, to choose one. */
export function WatchChoice(props: {
  readonly username: string;
  readonly chosen: WatchMedia['id'] | undefined;
  readonly onChoose: (media: WatchMedia) => void;
}) {
  const { username, chosen, onChoose } = props;
  const read = useCallback(
    (cursor: string | undefined, signal: AbortSignal) =>
      lateApi.listWatchable({ params: { username }, query: cursor ? { cursor } : {}, signal }),
    [username],
  );
  const { items, hasFailed, hasMore, isBusy, loadMore } = useMorePages(read);
  if (!items && hasFailed)
    return <ErrorBox title={<Trans>The videos did not load</Trans>} onRetry={loadMore} />;
  if (!items) return <div className="skeleton h-14" aria-busy />;
  if (items.length === 0)
    return (
      <Empty title={<Trans>Nothing to watch together yet</Trans>}>
        <Trans>Recordings of public streams, and of ticket shows you have bought, are listed here.</Trans>
      </Empty>
    );
  return (
    <Field label={<Trans>Which video</Trans>} group>
      <div className="grid gap-2" aria-busy={isBusy}>
        {items.map((media) => (
          <OptionRow
            key={media.id}
            name="watch-media"
            icon={media.type_name === 'ticket_show' ? 'ticket' : 'film-strip'}
            checked={chosen === media.id}
            onChange={() => onChoose(media)}
            note={media.owned ? <Trans>Owned</Trans> : <Trans>Free to watch</Trans>}
            end={<span className="figure">{formatClock(media.duration)}</span>}
          >
            <b>
              <VideoName media={media} />
            </b>
          </OptionRow>
        ))}
        {hasFailed && (
          <p role="alert">
            <Trans>The next ones did not load.</Trans>
          </p>
        )}
        {(hasMore || hasFailed) && (
          <Button kind="line" busy={isBusy} onClick={loadMore}>
            <Trans>Show more</Trans>
          </Button>
        )}
      </div>
    </Field>
  );
}
