import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { FeedLists } from '../feed/feed-lists.tsx';
import type { FeedSource } from '../feed/use-feed.ts';
import type { SwiperHostProps } from './swiper-host.tsx';

/** What is behind the layer while it is open; dialogs and toasts are above it. */
const BEHIND = '.skip-link, .site-header, .shell, .demo-ribbon, .site-footer, .bottom-nav';

/** Holds the focus in the layer and gives it back when it closes; the page behind neither scrolls nor answers. */
function useLayer(onClose: () => void) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    const behind = [...document.querySelectorAll<HTMLElement>(BEHIND)];
    for (const element of behind) element.inert = true;
    document.body.style.overflow = 'hidden';
    layer.current?.focus();
    return () => {
      for (const element of behind) element.inert = false;
      document.body.style.overflow = '';
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog above it closes first.
      const isUnder = document.querySelector('[role=dialog]:not([data-feed])') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !isUnder) onClose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onClose]);
  return layer;
}

/** The swipe feed as a layer that fills a phone: discover, the rooms of a tag, and all cams. */
export default function SwiperLayer({
  hide,
  section,
  place,
  tag,
  onClose,
}: SwiperHostProps & { readonly onClose: () => void }) {
  const { t } = useLingui();
  const layer = useLayer(onClose);
  const discover: FeedSource = section ? { kind: 'section', section } : { kind: 'discover', hide };
  return (
    <div
      ref={layer}
      className="swiper-layer"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <dialog> would stand above toasts and other dialogs
      role="dialog"
      aria-modal="true"
      aria-label={t`Feed`}
      data-feed
      tabIndex={-1}
    >
      <FeedLists
        discover={discover}
        hide={hide}
        tag={tag}
        startWith={tag === undefined ? 'discover' : 'tag'}
        place={<span className="feed-place">{place}</span>}
        end={<IconButton icon="x" label={t`Close the feed`} onClick={onClose} />}
      />
    </div>
  );
}
