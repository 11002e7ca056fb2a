import { Trans } from '@lingui/react/macro';

/** In the place of a module's rows until they are there. */
export const ModuleWaiting = ({ rows }: { readonly rows: number }) => (
  <output className="desk-parts" aria-busy="true">
    <span className="visually-hidden">
      <Trans>Loading</Trans>
    </span>
    {Array.from({ length: rows }, (_, row) => (
      <span key={row} className="list-row">
        <span className="skeleton h-4 grow" />
      </span>
    ))}
  </output>
);
