import { buttonClass } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import type { Listing } from '../cards/listed-cards.ts';

/** Ways to the pages of a list that has several. */
export function Pager({ result }: { readonly result: Pick<Listing, 'totalCount' | 'perPageCount'> }) {
  const [query] = useSearchParams();
  const page = Number(query.get('p') ?? 1) || 1;
  const pageCount = Math.ceil(result.totalCount / result.perPageCount);
  const to = (target: number) => {
    const next = new URLSearchParams(query);
    if (target === 1) next.delete('p');
    else next.set('p', String(target));
    return { search: next.size > 0 ? `?${next}` : '' };
  };
  if (pageCount < 2) return null;
  return (
    <nav className="pager">
      {page > 1 && (
        <Link className={buttonClass({ kind: 'line' })} to={to(page - 1)} rel="prev">
          <Trans>Back</Trans>
        </Link>
      )}
      <span className="figure text-ink-2">
        <Trans>
          Page {page} of {pageCount}
        </Trans>
      </span>
      {page < pageCount && (
        <Link className={buttonClass({ kind: 'line' })} to={to(page + 1)} rel="next">
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}
