import type { MediaDetail, MediaPart } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Icon, IconButton } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { stepOfKey } from './step-of-key.ts';
import type { ViewerEvent } from './viewer-state.ts';
import { useSwipe } from './use-swipe.ts';

const Gallery = lazyPart(withTexts(() => import('./image-gallery-modal.tsx')));

export interface PictureViewerProps {
  readonly media: MediaDetail;
  /** The chosen picture. */
  readonly item: number | null;
  readonly dispatch: (event: ViewerEvent) => void;
  /** Reloads the addresses if they expire soon. */
  readonly refresh: () => void;
  readonly onFailed: () => void;
}

interface Shown {
  readonly part: MediaPart;
  /** From 0. */
  readonly at: number;
  readonly count: number;
}

/** The words for a picture of a set, in numbers: nobody has described it. */
function usePictureName(name: string) {
  const { t, i18n } = useLingui();
  return (at: number, count: number): string =>
    t`Picture ${formatCount(at + 1, i18n.locale)} of ${formatCount(count, i18n.locale)}: ${name}`;
}

function Stage({
  shown,
  name,
  onFailed,
  onOpen,
}: {
  readonly shown: Shown;
  readonly name: string;
  readonly onFailed: () => void;
  readonly onOpen: () => void;
}) {
  const { t } = useLingui();
  const nameOf = usePictureName(name);
  const { part, at, count } = shown;
  return (
    <div className="media-stage">
      {part.url ? (
        <button
          type="button"
          className="media-stage-picture"
          onClick={onOpen}
          aria-label={t`Show in full size`}
        >
          <img
            key={part.url}
            src={part.url}
            alt={nameOf(at, count)}
            width={part.width}
            height={part.height}
            draggable={false}
            onError={onFailed}
          />
        </button>
      ) : (
        <span className="media-stage-picture media-stage-locked">
          <img src={part.thumbnail_url} alt="" draggable={false} />
          <span className="pill media-locked">
            <Icon name="lock-simple-fill" size={14} />
            <Trans>Locked</Trans>
          </span>
        </span>
      )}
      <span className="pill media-place" aria-live="polite">
        <Trans>
          {at + 1} of {count}
        </Trans>
      </span>
    </div>
  );
}

function Thumbs({
  items,
  item,
  name,
  onChoose,
}: {
  readonly items: readonly MediaPart[];
  readonly item: number | null;
  readonly name: string;
  readonly onChoose: (id: number) => void;
}) {
  const { t } = useLingui();
  const nameOf = usePictureName(name);
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const place = row.current;
    const chosen = place?.querySelector<HTMLElement>('[aria-current]');
    // Scrolls only the row: the page stays where it is.
    if (place && chosen)
      place.scrollTo({ left: chosen.offsetLeft - (place.clientWidth - chosen.offsetWidth) / 2 });
  }, [item]);
  return (
    <ul ref={row} className="media-thumbs" aria-label={t`Pictures`}>
      {items.map(({ id, thumbnail_url: src }, at) => (
        <li key={id}>
          <button
            type="button"
            aria-label={nameOf(at, items.length)}
            aria-current={id === item ? 'true' : undefined}
            onClick={() => onChoose(id)}
          >
            <img src={src} alt="" loading="lazy" width={96} height={54} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A set of pictures: the chosen one large, the others below; arrow keys and fingers lead through it. */
export function PictureViewer({ media, item, dispatch, refresh, onFailed }: PictureViewerProps) {
  const { t } = useLingui();
  const [isGalleryOpen, setGalleryOpen] = useState(false);
  const { items } = media;
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === item),
  );
  const part = items[at];
  const step = (by: 1 | -1) => {
    refresh();
    dispatch({ type: 'stepped', by });
  };
  const swipe = useSwipe(step);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = stepOfKey(event);
    if (!by) return;
    event.preventDefault();
    step(by);
  };
  if (!part) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the buttons in it
    <div className="media-pictures" onKeyDown={onKeyDown}>
      <div className="media-gallery-row" {...swipe}>
        <IconButton
          icon="caret-left-bold"
          className="media-step"
          label={t`Previous picture`}
          aria-disabled={at === 0}
          onClick={() => step(-1)}
        />
        <Stage
          shown={{ part, at, count: items.length }}
          name={media.name}
          onFailed={onFailed}
          onOpen={() => {
            refresh();
            setGalleryOpen(true);
          }}
        />
        <IconButton
          icon="caret-right-bold"
          className="media-step"
          label={t`Next picture`}
          aria-disabled={at === items.length - 1}
          onClick={() => step(1)}
        />
      </div>
      {items.length > 1 && (
        <Thumbs
          items={items}
          item={part.id}
          name={media.name}
          onChoose={(id) => {
            refresh();
            dispatch({ type: 'chosen', item: id });
          }}
        />
      )}
      {isGalleryOpen && (
        <Suspense>
          <Gallery
            part={part}
            at={at}
            count={items.length}
            name={media.name}
            onStep={step}
            onFailed={onFailed}
            onClose={() => setGalleryOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
