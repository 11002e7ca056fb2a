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
/** Its answer, so that the next page of the visit draws its banner at once. */
let known: readonly Banner[] | undefined;
const readBanners = (): Promise<readonly Banner[]> =>
  (asked ??= lateApi.listBanners().then(
    ({ data }) => (known = data),
    () => {
      asked = undefined;
      return [];
    },
  ));

/** For tests. */
export const forgetBanners = (): void => void (asked = known = undefined);

/**
 * Whether the place of banners stays shut is known before the next page is drawn (see banner-script.ts). A place that
 * was kept although none comes is shut at once: moving once in this browser is better than a hole on every page.
 */
function rememberShut(isShut: boolean): void {
  writeLocal('no-banner', isShut);
  if (isShut) document.documentElement.dataset['noBanner'] = '';
}

interface PictureProps {
  readonly banner: Banner;
  readonly onReady: () => void;
}

function Picture({ banner, onReady }: PictureProps) {
  const picture = (
    <picture>
      {banner.image_mobile_url !== null && (
        <source media="(max-width: 720px)" srcSet={banner.image_mobile_url} />
      )}
      <img
        // A picture that the browser has already does not tell that it came.
        ref={(image) => void (image?.complete && onReady())}
        src={banner.image_url}
        alt={banner.alt}
        decoding="async"
        onLoad={onReady}
        onError={onReady}
      />
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
  const [banner, setBanner] = useState(() => known && nextBanner(known, readClosed()));
  /** The banner whose picture is there: without it there is nothing to close. */
  const [readyId, setReadyId] = useState<string>();
  /** Shows the first that is not closed, if any is left. */
  const showNext = useCallback((list: readonly Banner[], closed: readonly string[]) => {
    const next = nextBanner(list, closed);
    setBanner(next);
    rememberShut(next === undefined);
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
      showNext(list, closed);
    });
  };
  return (
    <aside className="banner" aria-label={t`Announcement`}>
      <Picture key={banner.id} banner={banner} onReady={() => setReadyId(banner.id)} />
      {readyId === banner.id && <IconButton icon="x" label={t`Close this announcement`} onClick={close} />}
    </aside>
  );
}
