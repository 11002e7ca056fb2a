import type { MediaPart } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { IconButton } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { stepOfKey } from './step-of-key.ts';
import { useSwipe } from './use-swipe.ts';

export interface ImageGalleryProps {
  readonly part: MediaPart;
  /** From 0. */
  readonly at: number;
  readonly count: number;
  readonly name: string;
  readonly onStep: (by: 1 | -1) => void;
  readonly onFailed: () => void;
  readonly onClose: () => void;
}

/** One picture over the whole window: arrow keys and fingers lead on, Esc closes, focus goes back (MEDIA-LIBRARY-009). */
export default function ImageGalleryModal({
  part,
  at,
  count,
  name,
  onStep,
  onFailed,
  onClose,
}: ImageGalleryProps) {
  const { t, i18n } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const swipe = useSwipe(onStep);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = stepOfKey(event);
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(by);
  };
  const place = t`Picture ${formatCount(at + 1, i18n.locale)} of ${formatCount(count, i18n.locale)}: ${name}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons in it
    <dialog
      ref={dialog}
      className="media-gallery"
      aria-label={t`Picture gallery`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="media-gallery-head">
        <span className="figure" aria-live="polite">
          <Trans>
            {at + 1} of {count}
          </Trans>
        </span>
        <span className="grow truncate">{name}</span>
        <IconButton icon="x" label={t`Close`} onClick={onClose} />
      </div>
      <div className="media-gallery-stage" {...swipe}>
        <IconButton
          icon="caret-left-bold"
          className="media-step"
          label={t`Previous picture`}
          aria-disabled={at === 0}
          onClick={() => onStep(-1)}
        />
        {part.url && <img key={part.url} src={part.url} alt={place} draggable={false} onError={onFailed} />}
        <IconButton
          icon="caret-right-bold"
          className="media-step"
          label={t`Next picture`}
          aria-disabled={at === count - 1}
          onClick={() => onStep(1)}
        />
      </div>
    </dialog>
  );
}
