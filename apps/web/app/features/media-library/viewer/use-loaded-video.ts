import type { MediaDetail } from '@klieg/contract';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useClientValue } from '#app/shared/use-client-value.ts';
import { keepPlace, placeOf } from './kept-places.ts';
import { resumeAt } from './video-rules.ts';
import { canStream, isHls, loadVideo, tokenOf } from '#app/shared/video-source.ts';

/** How long before its expiry a stream's address is renewed. */
const RENEW_MS = 60_000;
/** How often the place is kept. */
const KEEP_SECONDS = 5;

interface Loading {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly media: MediaDetail;
  /** It did not come: a fresh address is asked for. */
  readonly onFailed: () => void;
  /** Reloads the addresses. */
  readonly onRenew: () => void;
}

/** Reads fresh addresses before those of now end. */
function useRenewal({ media, onRenew }: Pick<Loading, 'media' | 'onRenew'>): void {
  const renew = useEffectEvent(onRenew);
  const until = media.stream_until;
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(() => renew(), Math.max(5_000, Date.parse(until) - Date.now() - RENEW_MS));
    return () => clearTimeout(timer);
  }, [until]);
}

/** Keeps in this browser where somebody stopped. */
function useKeptPlace({ video, media }: Pick<Loading, 'video' | 'media'>): void {
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    let kept = 0;
    const keep = () => {
      if (element.error || element.currentTime === 0) return;
      kept = element.currentTime;
      keepPlace(media.id, element.ended ? null : kept);
    };
    const keepNow = () => Math.abs(element.currentTime - kept) >= KEEP_SECONDS && keep();
    element.addEventListener('timeupdate', keepNow);
    for (const name of ['pause', 'seeked', 'ended'] as const) element.addEventListener(name, keep);
    return () => {
      element.removeEventListener('timeupdate', keepNow);
      for (const name of ['pause', 'seeked', 'ended'] as const) element.removeEventListener(name, keep);
    };
  }, [video, media.id]);
}

/**
 * Loads a video, at the position where somebody stopped. Each answer has another address: a playing video is not
 * restarted for it, and a failed one continues with it where it was.
 */
export function useLoadedVideo({ video, media, onFailed, onRenew }: Loading): {
  readonly isBroken: boolean;
  /** Where it continued, in seconds; undefined: at the start. */
  readonly resumedAt: number | undefined;
} {
  // As files they play one after the other.
  const [part, setPart] = useState(0);
  const file = media.items[part]?.url ?? null;
  const hasStreams = useClientValue(canStream, false);
  const url = hasStreams ? (media.stream_url ?? file) : file;
  const position = useRef<number | undefined>(undefined);
  const [loaded, setLoaded] = useState({ url, part, isBroken: false });
  const [resumedAt, setResumedAt] = useState<number>();
  if (loaded.url !== url && (loaded.isBroken || loaded.url === null || loaded.part !== part))
    setLoaded({ url, part, isBroken: false });
  const newestToken = useEffectEvent(() => tokenOf(media.stream_url));
  const fail = useEffectEvent(() => {
    setLoaded({ ...loaded, isBroken: true });
    onFailed();
  });
  const goOn = useEffectEvent(() => {
    if (isHls(loaded.url ?? '') || part + 1 >= media.items.length) return;
    position.current = 0.01;
    setPart(part + 1);
  });
  const begin = useEffectEvent((element: HTMLVideoElement) => {
    const at = position.current;
    if (at !== undefined && at > 0) {
      element.currentTime = at;
      // A browser that wants a press for it shows the picture at its place.
      return void element.play().catch(() => undefined);
    }
    const place = resumeAt(placeOf(media.id), element.duration);
    if (place === undefined) return;
    element.currentTime = place;
    setResumedAt(place);
  });
  useEffect(() => {
    const element = video.current;
    if (!element || loaded.url === null) return undefined;
    const onMetadata = () => begin(element);
    const onTime = () => {
      if (!element.error) position.current = element.currentTime;
    };
    element.addEventListener('loadedmetadata', onMetadata, { once: true });
    const onEnded = () => goOn();
    element.addEventListener('timeupdate', onTime);
    element.addEventListener('ended', onEnded);
    const unload = loadVideo(
      element,
      loaded.url,
      () => fail(),
      () => newestToken(),
    );
    return () => {
      element.removeEventListener('loadedmetadata', onMetadata);
      element.removeEventListener('timeupdate', onTime);
      element.removeEventListener('ended', onEnded);
      unload();
    };
  }, [video, loaded.url]);
  useRenewal({ media, onRenew });
  useKeptPlace({ video, media });
  useEffect(() => {
    const element = video.current;
    // A just emptied element also reports this.
    const onError = () => element?.getAttribute('src') && fail();
    element?.addEventListener('error', onError);
    return () => element?.removeEventListener('error', onError);
  }, [video]);
  return { isBroken: loaded.isBroken, resumedAt };
}
