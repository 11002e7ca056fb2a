import type { MediaItem, PurchaseTab } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Button, buttonClass, Count, Empty, ErrorBox, Icon, Input, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { MediaCard, MediaGrid } from '../lists/media-card.tsx';
import { OwnPlaylists } from './own-playlists.tsx';
import { OWN_TABS } from './own-media-tabs.ts';
import '../media-library.css';

/** As the server answers a page of them. */
const PAGE_SIZE = 40;
const TABS = Object.keys(OWN_TABS) as PurchaseTab[];
const SEARCH_MAX = 80;

interface Place {
  readonly tab: PurchaseTab;
  readonly page: number;
  readonly q: string;
}

const addressOf = ({ tab, page, q }: Place): string => {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (page > 1) query.set('page', String(page));
  return `/account/media/${tab}${query.size > 0 ? `?${query}` : ''}`;
};

type Totals = Readonly<Record<PurchaseTab, number>>;

function TabRow({ tab, totals }: { readonly tab: PurchaseTab; readonly totals: Totals | undefined }) {
  const { t, i18n } = useLingui();
  return (
    <nav className="tabs media-tabs" aria-label={t`Purchased media`}>
      {TABS.map((one) => (
        <Link
          key={one}
          className="tab"
          to={`/account/media/${one}`}
          aria-current={one === tab ? 'page' : undefined}
        >
          {t(OWN_TABS[one])}
          {/* Its place is there from the start, so that no tab moves. */}
          <span className="min-w-[2ch]">
            {totals && <Count>{formatCount(totals[one], i18n.locale)}</Count>}
          </span>
        </Link>
      ))}
    </nav>
  );
}

function SearchField({ place }: { readonly place: Place }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(place.q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(addressOf({ ...place, page: 1, q: typed.trim() }));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not every browser knows the search element
    <form role="search" className="media-search" method="get" onSubmit={submit}>
      <Input
        name="q"
        type="search"
        label={t`Search your media`}
        placeholder={t`Search your media`}
        prefix={<Icon name="magnifying-glass" size={16} />}
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}

/** Puts a bought item away, or takes it back; nothing is paid back for it. */
function HideButton({
  media,
  isHidden,
  onDone,
}: {
  readonly media: MediaItem;
  readonly isHidden: boolean;
  readonly onDone: () => void;
}) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    const params = { id: String(media.id) };
    setBusy(true);
    try {
      await (isHidden ? lateApi.restorePurchase({ params, body: {} }) : lateApi.hidePurchase({ params }));
      onDone();
      showToast({
        content: isHidden ? t`${media.name} is in your library again.` : t`${media.name} is hidden now.`,
        appearance: 'success',
      });
    } catch (error) {
      setBusy(false);
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
  };
  return (
    <div className="media-card-foot">
      <Button
        kind="text"
        size="small"
        icon={isHidden ? 'arrow-counter-clockwise' : 'eye-slash'}
        busy={isBusy}
        aria-label={isHidden ? t`Restore ${media.name}` : t`Hide ${media.name}`}
        onClick={() => void press()}
      >
        {isHidden ? <Trans>Restore</Trans> : <Trans>Hide</Trans>}
      </Button>
    </div>
  );
}

function NothingBought({ place }: { readonly place: Place }) {
  const toLists = (
    <Link className={buttonClass({ size: 'small' })} to="/media/videos">
      <Trans>See what there is</Trans>
    </Link>
  );
  if (place.q !== '' || place.page > 1)
    return (
      <Empty
        title={<Trans>No matches here</Trans>}
        action={
          <Link className={buttonClass({ size: 'small' })} to={`/account/media/${place.tab}`}>
            <Trans>Show all of it</Trans>
          </Link>
        }
      />
    );
  switch (place.tab) {
    case 'hidden_media':
      return (
        <Empty title={<Trans>Nothing is hidden</Trans>}>
          <Trans>What you hide from your library is listed here, and can be restored.</Trans>
        </Empty>
      );
    case 'fanclub':
      return (
        <Empty
          title={<Trans>Nothing from fan clubs yet</Trans>}
          action={
            <Link className={buttonClass({ size: 'small' })} to="/fans">
              <Trans>See the fan clubs</Trans>
            </Link>
          }
        >
          <Trans>Media that your memberships include are listed here.</Trans>
        </Empty>
      );
    case 'recording':
      return (
        <Empty title={<Trans>No recordings yet</Trans>} action={toLists}>
          <Trans>Recordings of shows that you have bought are listed here.</Trans>
        </Empty>
      );
    default:
      return (
        <Empty title={<Trans>Nothing bought yet</Trans>} action={toLists}>
          <Trans>What you buy stays here.</Trans>
        </Empty>
      );
  }
}

function Pages({ place, total }: { readonly place: Place; readonly total: number }) {
  const { t } = useLingui();
  const last = Math.ceil(total / PAGE_SIZE);
  if (last < 2) return null;
  return (
    <nav className="pager" aria-label={t`Pages`}>
      {place.page > 1 && (
        <Link className={buttonClass({ kind: 'line' })} to={addressOf({ ...place, page: place.page - 1 })}>
          <Trans>Back</Trans>
        </Link>
      )}
      <span className="figure text-ink-2">
        <Trans>
          Page {place.page} of {last}
        </Trans>
      </span>
      {place.page < last && (
        <Link className={buttonClass({ kind: 'line' })} to={addressOf({ ...place, page: place.page + 1 })}>
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}

/** `/account/media/{tab}`: purchases, media included by clubs, hidden ones, own playlists. */
export function OwnMediaPage({ tab, page, q }: Place) {
  const place = { tab, page, q };
  const bought = useMember()?.media_ids.length ?? 0;
  const { state, reload } = useLoaded(
    addressOf(place),
    (signal) =>
      lateApi.listPurchased({
        params: { a: 'purchased', b: tab },
        query: { page: String(page), ...(q !== '' && { filters: JSON.stringify({ q }) }) },
        signal,
      }),
    bought,
  );
  const answer = state.kind === 'ready' ? state.value : undefined;
  // Those of the answer before stay until the next one is there.
  const [totals, setTotals] = useState<Totals>();
  if (answer?.totals && answer.totals !== totals) setTotals(answer.totals);
  const isPlaylists = tab === 'playlists';
  const canHide = tab !== 'fanclub';
  return (
    <main id="main" className="main media-main">
      <header className="media-head">
        <h1>
          <Trans>Purchased media</Trans>
        </h1>
        <span className="grow" />
        {!isPlaylists && <SearchField key={addressOf(place)} place={place} />}
      </header>
      <TabRow tab={tab} totals={totals} />
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>Your media did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'loading' && <div className="skeleton h-60" aria-busy="true" />}
      {answer && isPlaylists && (
        <OwnPlaylists lists={answer.playlists} items={answer.items} onChange={reload} />
      )}
      {answer && !isPlaylists && answer.items.length === 0 && <NothingBought place={place} />}
      {answer && !isPlaylists && answer.items.length > 0 && (
        <MediaGrid>
          {answer.items.map((media) => (
            <MediaCard
              key={media.id}
              media={media}
              end={canHide && <HideButton media={media} isHidden={tab === 'hidden_media'} onDone={reload} />}
            />
          ))}
        </MediaGrid>
      )}
      {answer && !isPlaylists && <Pages place={place} total={answer.total} />}
    </main>
  );
}
