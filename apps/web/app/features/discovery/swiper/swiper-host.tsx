import type { Gender, GenderSlug } from '@klieg/contract';
import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '#app/shared/lazy-part.ts';

const SwiperOpener = lazyPart(() => import('./swiper-opener.tsx'));

const PHONE = '(max-width: 720px)';
function subscribePhone(listener: () => void): () => void {
  const query = globalThis.matchMedia?.(PHONE);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}
const isPhone = (): boolean => globalThis.matchMedia?.(PHONE).matches ?? false;

export interface SwiperHostProps {
  /** Genders that the lists leave out. */
  readonly hide: readonly Gender[];
  readonly section?: GenderSlug | undefined;
  /** What the lists are called that it is about: a section, or all rooms. */
  readonly place: string;
  /** The tag that the page is about. */
  readonly tag?: string | undefined;
}

/** The swipe feed over a page of lists; its code only loads on phones. */
export function SwiperHost(props: SwiperHostProps) {
  const onPhone = useSyncExternalStore(subscribePhone, isPhone, () => false);
  return (
    onPhone && (
      <Suspense>
        <SwiperOpener {...props} />
      </Suspense>
    )
  );
}
