import { Trans } from '@lingui/react/macro';

const ROWS = 8;

/** Placeholder of a back office page: filters and rows. */
export const DeskWaiting = () => (
  <output className="desk-waiting" aria-busy="true">
    <span className="visually-hidden">
      <Trans>Loading</Trans>
    </span>
    <span className="skeleton h-9 w-60 max-w-full" />
    {Array.from({ length: ROWS }, (_, row) => (
      <span key={row} className="skeleton h-8" />
    ))}
  </output>
);
