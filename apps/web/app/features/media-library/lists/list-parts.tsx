import type { MediaSort } from '@klieg/contract';
import { Button, buttonClass, ChoiceMenu, Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation, useNavigate } from 'react-router';
import { tagWords } from '#app/shared/tag-words.ts';
import { SORT_NAMES } from '../media-words.tsx';
import { type ListQuery, searchOf } from './list-address.ts';

const SORTS = Object.keys(SORT_NAMES) as MediaSort[];

/** The sort order of a list. */
export function SortMenu({ query }: { readonly query: ListQuery }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <ChoiceMenu
      label={t`Order`}
      value={query.sort}
      onChange={(sort) =>
        void navigate(
          { pathname, search: searchOf({ ...query, sort, page: 1 }) },
          { preventScrollReset: true },
        )
      }
      options={SORTS.map((value) => ({ value, text: t(SORT_NAMES[value]) }))}
      trigger={
        <Button kind="text">
          {t(SORT_NAMES[query.sort])}
          <Icon name="caret-down" size={14} />
        </Button>
      }
    />
  );
}

/** Links to the media of one topic in a list, and back to all. */
export function TagChips({ query, tags }: { readonly query: ListQuery; readonly tags: readonly string[] }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const shown = query.tag === undefined || tags.includes(query.tag) ? tags : [query.tag, ...tags];
  if (shown.length === 0) return null;
  const to = (tag: string | undefined) => ({ pathname, search: searchOf({ ...query, tag, page: 1 }) });
  return (
    <nav className="chips media-chips" aria-label={t`Tags`}>
      <Link
        className="chip"
        to={to(undefined)}
        preventScrollReset
        aria-current={query.tag === undefined ? 'page' : undefined}
      >
        <Trans>All</Trans>
      </Link>
      {shown.map((tag) => (
        <Link
          key={tag}
          className="chip"
          to={to(tag)}
          preventScrollReset
          aria-current={query.tag === tag ? 'page' : undefined}
        >
          #{tagWords(tag)}
        </Link>
      ))}
    </nav>
  );
}

/** Ways to the pages of a list that has several. */
export function MediaPager({
  query,
  total,
  pageSize,
}: {
  readonly query: ListQuery;
  readonly total: number;
  readonly pageSize: number;
}) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const last = Math.ceil(total / pageSize);
  if (last < 2) return null;
  const to = (page: number) => ({ pathname, search: searchOf({ ...query, page }) });
  return (
    <nav className="pager" aria-label={t`Pages`}>
      {query.page > 1 && (
        <Link className={buttonClass({ kind: 'line' })} to={to(query.page - 1)} rel="prev">
          <Trans>Back</Trans>
        </Link>
      )}
      <span className="figure text-ink-2">
        <Trans>
          Page {query.page} of {last}
        </Trans>
      </span>
      {query.page < last && (
        <Link className={buttonClass({ kind: 'line' })} to={to(query.page + 1)} rel="next">
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}
