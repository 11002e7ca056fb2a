import type { MediaDetail } from '@klieg/contract';
import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ViewerEvent } from './viewer-state.ts';
import { loadVideo } from './video-source.ts';

interface VideoViewerProps {
  readonly media: MediaDetail;
  /** Where the file is, for a quarter of an hour. */
  readonly url: string;
  readonly dispatch: (event: ViewerEvent) => void;
  /** It did not come: a fresh address is asked for. */
  readonly onFailed: () => void;
  readonly onRetry: () => void;
}

/**
 * A video with the browser's own controls. Each answer has another address: what plays is not begun anew for it, and
 * what has failed goes on with it where it was.
 */
export function VideoViewer({ media, url, dispatch, onFailed, onRetry }: VideoViewerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const position = useRef(0);
  const [loaded, setLoaded] = useState({ url, isBroken: false });
  if (loaded.isBroken && loaded.url !== url) setLoaded({ url, isBroken: false });
  const fail = useEffectEvent(() => {
    setLoaded({ url: loaded.url, isBroken: true });
    onFailed();
  });
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const at = position.current;
    const goOn = () => {
      if (at === 0) return;
      element.currentTime = at;
      // A browser that wants a press for it shows the picture at its place.
      void element.play().catch(() => undefined);
    };
    element.addEventListener('loadedmetadata', goOn, { once: true });
    const unload = loadVideo(element, loaded.url, () => fail());
    return () => {
      element.removeEventListener('loadedmetadata', goOn);
      unload();
    };
  }, [loaded.url]);
  return (
    <>
      <video
        ref={video}
        controls
        playsInline
        preload="metadata"
        poster={media.thumbnail_url}
        aria-label={media.name}
        controlsList="nodownload"
        onPlay={({ currentTarget: { currentTime } }) =>
          dispatch({ type: 'played', positionMs: Math.round(currentTime * 1_000) })
        }
        onTimeUpdate={({ currentTarget: { currentTime, error } }) => {
          if (!error) position.current = currentTime;
        }}
        onPause={() => dispatch({ type: 'paused' })}
        onError={({ currentTarget }) => {
          // An element that was just emptied says so, too.
          if (currentTarget.getAttribute('src')) fail();
        }}
      >
        {/* Nobody has written what is said in it. */}
        <track kind="captions" />
      </video>
      {loaded.isBroken && (
        <div className="overlay overlay-top-left media-broken" role="alert">
          <Trans>The video did not load.</Trans>
          <Button size="small" icon="arrow-clockwise" onClick={onRetry}>
            <Trans>Try now</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
