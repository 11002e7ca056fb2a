import { Button, buttonClass, Empty, ErrorBox } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { openModal } from '#app/shared/modal/modal-store.ts';

export interface FeedEndProps {
  readonly state: 'loading' | 'failed' | 'ended' | 'empty' | 'all-hidden';
  readonly onRetry: () => void;
  readonly onRestart: () => void;
}

function Words({ state, onRetry, onRestart }: FeedEndProps) {
  switch (state) {
    case 'loading':
      return (
        <output className="feed-waiting" aria-busy="true">
          <span className="visually-hidden">
            <Trans>Loading more rooms</Trans>
          </span>
          <span className="skeleton feed-waiting-picture" />
          <span className="skeleton h-24" />
        </output>
      );
    case 'failed':
      return (
        <ErrorBox title={<Trans>The next rooms did not load</Trans>} onRetry={onRetry}>
          <Trans>The rooms you have seen are still above.</Trans>
        </ErrorBox>
      );
    case 'all-hidden':
      return (
        <Empty
          title={<Trans>You have hidden everyone who is live here</Trans>}
          action={
            <Button size="small" onClick={() => openModal('hidden-models', {})}>
              <Trans>Hidden performers</Trans>
            </Button>
          }
        >
          <Trans>You can show them again at any time.</Trans>
        </Empty>
      );
    case 'empty':
      return (
        <Empty
          title={<Trans>Nobody is live here</Trans>}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/?gender-hide=">
              <Trans>See all sections</Trans>
            </Link>
          }
        >
          <Trans>Rooms open at all hours. Other sections may have live rooms now.</Trans>
        </Empty>
      );
    case 'ended':
      return (
        <Empty
          title={<Trans>You have seen everyone who is live here</Trans>}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <Button size="small" icon="arrow-clockwise" onClick={onRestart}>
                <Trans>Start again</Trans>
              </Button>
              <Link className={buttonClass({ size: 'small' })} to="/?gender-hide=">
                <Trans>See all sections</Trans>
              </Link>
            </span>
          }
        >
          <Trans>Start again to see rooms that have opened since.</Trans>
        </Empty>
      );
  }
}

/** The last screen of the feed: more is loading, failed, or there is no more. */
export function FeedEnd(props: FeedEndProps) {
  return (
    <div className="feed-screen feed-end" data-theme="dark">
      <Words {...props} />
    </div>
  );
}
