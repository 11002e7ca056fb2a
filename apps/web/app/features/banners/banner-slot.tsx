import type { Banner } from '@klieg/contract';
import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { readLocal, writeLocal } from '../../shared/local-store.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { isWithoutBanner, nextBanner, withClosed } from './banner-rules.ts';

const CLOSED = 'banners-closed';
const readClosed = (): readonly string[] =>
  readLocal(CLOSED, (value) =>
    Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined,
  ) ?? [];

/** The list is asked for once in a visit; whoever logs in or out loads the page anew. */
let asked: Promise<readonly Banner[]> | undefined;
const readBanners = (): Promise<readonly Banner[]> =>
  (asked ??= lateApi.listBanners().then(
    ({ data }) => data,
    () => {
      asked = undefined;
      return [];
    },
  ));

/** For tests. */
export const forgetBanners = (): void => void (asked = undefined);

/**
 * Whether the place of banners stays shut is known before the next page is drawn (see banner-script.ts); a place that
 * is open already stays as high as it is, so that nothing moves.
 */
const rememberShut = (isShut: boolean): void => writeLocal('no-banner', isShut);
const shutNow = (): void => {
  document.documentElement.dataset['noBanner'] = '';
};

function Picture({ banner }: { readonly banner: Banner }) {
  const picture = (
    <picture>
      {banner.image_mobile_url !== null && (
        <source media="(max-width: 720px)" srcSet={banner.image_mobile_url} />
      )}
      <img src={banner.image_url} alt={banner.alt} decoding="async" />
    </picture>
  );
  return banner.url.startsWith('/') ? (
    <Link className="banner-link" to={banner.url}>
      {picture}
    </Link>
  ) : (
    <a className="banner-link" href={banner.url} target="_blank" rel="noopener noreferrer sponsored">
      {picture}
    </a>
  );
}

/** The banner of a page, once it is known who looks at it. @param performerGender of the room's performer */
export default function BannerSlot({ performerGender }: { readonly performerGender?: string | undefined }) {
  const { t } = useLingui();
  const me = useMe();
  const [banner, setBanner] = useState<Banner>();
  /** Shows the first that is not closed, if any is left. */
  const showNext = useCallback((list: readonly Banner[], closed: readonly string[]) => {
    const next = nextBanner(list, closed);
    setBanner(next);
    rememberShut(next === undefined);
    return next;
  }, []);
  const isKnown = me.kind !== 'unknown';
  const isWithout = isKnown && isWithoutBanner({ current: me.current, performerGender });
  useEffect(() => {
    if (!isKnown) return undefined;
    if (isWithout) {
      // A room of a man says nothing of other pages.
      if (performerGender === undefined) rememberShut(true);
      return undefined;
    }
    let isCurrent = true;
    void readBanners().then((list) => {
      if (isCurrent) showNext(list, readClosed());
    });
    return () => {
      isCurrent = false;
    };
  }, [isKnown, isWithout, performerGender, showNext]);
  if (!banner || isWithout) return null;
  const close = () => {
    const closed = withClosed(readClosed(), banner.id);
    writeLocal(CLOSED, closed);
    void readBanners().then((list) => {
      if (!showNext(list, closed)) shutNow();
    });
  };
  return (
    <aside className="banner" aria-label={t`Announcement`}>
      <Picture key={banner.id} banner={banner} />
      <IconButton icon="x" label={t`Close this announcement`} onClick={close} />
    </aside>
  );
}
