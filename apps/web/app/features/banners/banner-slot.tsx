import type { Banner } from '@klieg/contract';
import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { readLocal, writeLocal } from '../../shared/local-store.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { BannerPicture } from './banner-picture.tsx';
import { isWithoutBanner, nextBanner, withClosed } from './banner-rules.ts';

const CLOSED = 'banners-closed';
const readClosed = (): readonly string[] =>
  readLocal(CLOSED, (value) =>
    Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined,
  ) ?? [];

/** The list is loaded once per visit; logging in or out reloads the page. */
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
 * Remembers for the next page load whether the place of banners stays closed (see banner-script.ts). A place kept for
 * nothing is closed at once: one shift in this browser is better than a gap on every page.
 */
function rememberShut(isShut: boolean): void {
  writeLocal('no-banner', isShut);
  if (isShut) document.documentElement.dataset['noBanner'] = '';
}

export interface BannerSlotProps {
  /** What the server rendered for a guest; shown until the visitor is known. */
  readonly first?: Banner | null;
  /** Of the room's performer. */
  readonly performerGender?: string | undefined;
}

/** The page's banner, once the visitor is known. */
export default function BannerSlot({ first, performerGender }: BannerSlotProps) {
  const { t } = useLingui();
  const me = useMe();
  const [banner, setBanner] = useState(() => nextBanner(known ?? (first ? [first] : []), readClosed()));
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
      <BannerPicture key={banner.id} banner={banner} onReady={() => setReadyId(banner.id)} />
      {readyId === banner.id && <IconButton icon="x" label={t`Close this announcement`} onClick={close} />}
    </aside>
  );
}
