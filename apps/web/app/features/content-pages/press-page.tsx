import { buttonClass, Empty } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { Answer } from '../../shared/api/answers.ts';
import { ContentFrame } from './content-frame.tsx';
import { dayOf } from './day-of.ts';

type Press = Answer<'listPress'>;

/** The address of a page of entries. */
export function pressUrl(outlet: string | undefined, page = 1): string {
  const query = new URLSearchParams();
  if (outlet !== undefined) query.set('outlet', outlet);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/press?${query}` : '/press';
}

interface OutletsProps {
  readonly outlets: Press['outlets'];
  readonly chosen: string | undefined;
}

function Outlets({ outlets, chosen }: OutletsProps) {
  const { t } = useLingui();
  return (
    <nav className="press-outlets" aria-label={t`Outlet`}>
      <Link
        className="chip"
        to={pressUrl(undefined)}
        aria-current={chosen === undefined ? 'page' : undefined}
      >
        <Trans>All outlets</Trans>
      </Link>
      {outlets.map(({ slug, name, count }) => (
        <Link
          key={slug}
          className="chip"
          to={pressUrl(slug)}
          aria-current={chosen === slug ? 'page' : undefined}
        >
          {name} <span className="figure">{count}</span>
        </Link>
      ))}
    </nav>
  );
}

function Entry({ entry }: { readonly entry: Press['data'][number] }) {
  const { i18n } = useLingui();
  return (
    <li className="press-entry">
      <article>
        <p className="small text-ink-3">
          <b className="text-ink-2">{entry.outlet_name}</b>{' '}
          <time dateTime={entry.published_at}>{dayOf(entry.published_at, i18n.locale)}</time>
        </p>
        <h2>
          <Link className="text-link" to={entry.url}>
            {entry.title}
          </Link>
        </h2>
        {entry.excerpt && <p className="text-ink-2">{entry.excerpt}</p>}
      </article>
      {entry.image_url !== null && <img src={entry.image_url} alt="" loading="lazy" />}
    </li>
  );
}

interface PagesProps {
  readonly page: number;
  readonly last: number;
  readonly outlet: string | undefined;
}

function Pages({ page, last, outlet }: PagesProps) {
  const { t } = useLingui();
  if (last < 2) return null;
  return (
    <nav className="press-pages" aria-label={t`Pages`}>
      {page > 1 && (
        <Link className={buttonClass({ kind: 'line' })} to={pressUrl(outlet, page - 1)} rel="prev">
          <Trans>Back</Trans>
        </Link>
      )}
      <span className="figure text-ink-2">
        <Trans>
          Page {page} of {last}
        </Trans>
      </span>
      {page < last && (
        <Link className={buttonClass({ kind: 'line' })} to={pressUrl(outlet, page + 1)} rel="next">
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}

export interface PressPageProps {
  readonly press: Press;
  readonly page: number;
  /** Undefined: all of them. */
  readonly outlet: string | undefined;
}

/** Press articles, of all outlets or one. */
export function PressPage({ press, page, outlet }: PressPageProps) {
  const { data, outlets, last_page: last } = press;
  return (
    <ContentFrame title={<Trans>Press</Trans>} note={<Trans>What others have written about us.</Trans>}>
      {outlets.length > 0 && <Outlets outlets={outlets} chosen={outlet} />}
      {data.length > 0 ? (
        <ul className="press-list">
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : (
        <Empty
          title={outlets.length > 0 ? <Trans>Nothing on this page</Trans> : <Trans>Nothing yet</Trans>}
          action={
            outlets.length > 0 ? (
              <Link className={buttonClass({ size: 'small' })} to="/press">
                <Trans>See all</Trans>
              </Link>
            ) : (
              <Link className={buttonClass({ size: 'small' })} to="/support?topic=other">
                <Trans>Ask us something</Trans>
              </Link>
            )
          }
        >
          {outlets.length > 0 ? (
            <Trans>This outlet or page has no entry.</Trans>
          ) : (
            <Trans>Articles will be listed here. Are you writing one?</Trans>
          )}
        </Empty>
      )}
      <Pages page={page} last={last} outlet={outlet} />
    </ContentFrame>
  );
}
