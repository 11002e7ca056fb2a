import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type CardTarget, firstCard } from './card-target.ts';
import { FirstCardStop, isFirstCardStopped } from './first-card-stop.tsx';
import { aimPreviews } from './preview-aim.ts';
import { fingerThere, isQuiet } from './use-cards-looked-at.ts';
import { PreviewPicture } from './preview-picture.tsx';

/** The first card of a page plays automatically after this time; on the page that loaded this code, at once. */
const FIRST_MS = 1_000;

interface Preview {
  readonly target: CardTarget;
  /** Nobody asked for it: it can be stopped by a button. */
  readonly isFirst: boolean;
}

/**
 * Live pictures in the cards of lists: of the card that a mouse or the focus rests on or a finger is held on, and of
 * the first live card of a page. One moves at a time, silently.
 */
export default function CardPreviews() {
  const { pathname, search } = useLocation();
  const [preview, setPreview] = useState<Preview>();
  const end = useCallback(() => setPreview(undefined), []);
  useEffect(() => {
    const aim = aimPreviews((target) => setPreview(target && { target, isFirst: false }), {
      finger: fingerThere(),
    });
    return () => aim.stop();
  }, []);
  const isFirstPage = useRef(true);
  useEffect(() => {
    const afterMs = isFirstPage.current ? 0 : FIRST_MS;
    isFirstPage.current = false;
    if (isQuiet() || isFirstCardStopped()) return undefined;
    const timer = setTimeout(() => {
      const target = document.visibilityState === 'visible' ? firstCard() : undefined;
      if (target) setPreview((now) => now ?? { target, isFirst: true });
    }, afterMs);
    return () => clearTimeout(timer);
  }, [pathname, search]);
  useEffect(() => {
    if (!preview) return undefined;
    // The card may leave with its list, and nobody needs a preview out of sight.
    const gone = new MutationObserver(() => !preview.target.card.isConnected && end());
    gone.observe(document.body, { childList: true, subtree: true });
    const sight = new IntersectionObserver((seen) => seen.some((one) => !one.isIntersecting) && end());
    sight.observe(preview.target.card);
    const onHidden = () => document.visibilityState === 'hidden' && end();
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      gone.disconnect();
      sight.disconnect();
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [preview, end]);
  if (!preview?.target.card.isConnected) return null;
  return (
    <>
      <PreviewPicture key={preview.target.username} target={preview.target} onOver={end} />
      {preview.isFirst && <FirstCardStop target={preview.target} onStop={end} />}
    </>
  );
}
