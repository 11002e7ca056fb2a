import { Button, ErrorBox } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { DeskPages } from './use-desk-pages.ts';

export interface DeskMoreProps {
  readonly pages: Pick<DeskPages<unknown>, 'hasFailed' | 'hasMore' | 'isBusy' | 'loadMore'>;
}

/** Below a list of the back office: the way to its next page, and to try again where that did not come. */
export function DeskMore({ pages: { hasFailed, hasMore, isBusy, loadMore } }: DeskMoreProps) {
  return (
    <>
      {hasFailed && (
        <div className="p-4">
          <ErrorBox title={<Trans>This did not load</Trans>} onRetry={loadMore} />
        </div>
      )}
      {hasMore && (
        <div className="grid justify-center p-4">
          <Button kind="line" busy={isBusy} onClick={loadMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
