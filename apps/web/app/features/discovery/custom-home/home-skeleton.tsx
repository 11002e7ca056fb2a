import { CardSkeleton } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { ROW_COUNT } from '../home/row-count.ts';
import { CLASSIC_HOME } from './home-layout.ts';

/** As many as fill a first screen. */
const ROWS = 4;

/** The rows of an own home page while they are on the way: as high as they will be. */
export function HomeSkeleton() {
  return (
    <>
      <noscript>
        <p className="mb-4">
          <Trans>
            Your own home page needs JavaScript.{' '}
            <a className="text-link" href={CLASSIC_HOME}>
              All live rooms
            </a>{' '}
            are shown without it.
          </Trans>
        </p>
      </noscript>
      <output className="block" aria-busy="true">
        <span className="visually-hidden">
          <Trans>Loading</Trans>
        </span>
        {Array.from({ length: ROWS }, (_, row) => (
          <div key={row} className="browse-block">
            <div className="section-head">
              <span className="skeleton h-6 w-40" />
            </div>
            <div className="card-grid card-row">
              {Array.from({ length: ROW_COUNT }, (_card, at) => (
                <CardSkeleton key={at} />
              ))}
            </div>
          </div>
        ))}
      </output>
    </>
  );
}
