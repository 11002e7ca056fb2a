import { joinClasses } from '@klieg/ui';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { askPlayGrant, forcedTransport, largestUpTo, openPlayer } from '#app/features/playback/index.ts';
import type { CardTarget } from './card-target.ts';
import './previews.css';

/** A card is no larger than this. */
const CARD_LINES = 360;

/** The live picture of a card, silent, over its still from its first frame on. */
export function PreviewPicture({
  target,
  onOver,
}: {
  readonly target: CardTarget;
  readonly onOver: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [isMoving, setMoving] = useState(false);
  const { username } = target;
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    element.muted = true;
    let wanted = 'auto';
    const player = openPlayer({
      video: element,
      askGrant: () => askPlayGrant(username),
      forced: forcedTransport(new URLSearchParams(location.search)),
      wanted,
      onView({ state, hasPlayed, renditions }) {
        setMoving(state.kind === 'playing' || hasPlayed);
        const small = largestUpTo(CARD_LINES, renditions);
        if (small !== undefined && small !== wanted) {
          wanted = small;
          player.setQuality(small);
        }
        // The still says enough where no picture comes.
        if (state.kind === 'refused' || state.kind === 'ended' || state.kind === 'unsupported') onOver();
      },
    });
    return () => player.destroy();
  }, [username, onOver]);
  return createPortal(
    <video
      ref={video}
      className={joinClasses('card-preview', isMoving && 'is-moving')}
      playsInline
      muted
      aria-hidden="true"
      tabIndex={-1}
    />,
    target.picture,
  );
}
