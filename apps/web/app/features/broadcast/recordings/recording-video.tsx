import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { loadVideo } from '#app/shared/video-source.ts';

/** The model's own recording, from the start: a file, or the written part of a running one. */
export function RecordingVideo({
  url,
  time,
  onFailed,
}: {
  readonly url: string;
  /** When it began, as text. */
  readonly time: string;
  readonly onFailed: () => void;
}) {
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const failed = useRef(onFailed);
  useEffect(() => {
    failed.current = onFailed;
  });
  useEffect(
    () =>
      loadVideo(
        video.current!,
        url,
        () => failed.current(),
        () => undefined,
        0,
      ),
    [url],
  );
  return (
    <video
      ref={video}
      controls
      autoPlay
      playsInline
      className="recording-video"
      aria-label={t`Recording of ${time}`}
    >
      {/* The model's own file; it has no captions. */}
      <track kind="captions" />
    </video>
  );
}
