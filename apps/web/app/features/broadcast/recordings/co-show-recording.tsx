import { formatClock } from '@klieg/i18n';
import { Button, buttonClass, Notice, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, useEffect, useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useCommonClock } from './use-common-clock.ts';

type Kept = Answer<'getCoShowRecording'>;
type Track = Kept['tracks'][number];

interface SideProps {
  readonly track: Track;
  readonly keepVideo: (video: HTMLVideoElement | null) => void;
}

/** One of the two: the picture, its sound, and the file itself. */
function Side({ track, keepVideo }: SideProps) {
  const { t } = useLingui();
  const [isHeard, setIsHeard] = useState(true);
  const name = track.displayName;
  return (
    <figure className="kept-side">
      <video ref={keepVideo} src={track.url} playsInline preload="auto" muted={!isHeard} aria-label={name}>
        {/* Of the model herself and her partner; it has no captions. */}
        <track kind="captions" />
      </video>
      <figcaption className="kept-side-line">
        <b className="kept-side-name">{name}</b>
        <Switch checked={isHeard} onChange={(event) => setIsHeard(event.target.checked)}>
          <Trans>Sound</Trans>
        </Switch>
        <a
          className={buttonClass({ kind: 'line', size: 'small' })}
          href={track.url}
          download={`${track.username}.mp4`}
          aria-label={t`Download the file of ${name}`}
        >
          <Trans>Download</Trans>
        </a>
      </figcaption>
    </figure>
  );
}

function Sides({ kept }: { readonly kept: Kept }) {
  const { t } = useLingui();
  const clock = useCommonClock(kept.tracks, kept.duration);
  const [now, end] = [formatClock(Math.floor(clock.second)), formatClock(Math.floor(kept.duration))];
  return (
    <div className="kept-co-show">
      <div className="kept-sides">
        {kept.tracks.map((track, nth) => (
          <Side key={track.url} track={track} keepVideo={(video) => clock.keepVideo(nth, video)} />
        ))}
      </div>
      <div className="kept-bar">
        <Button size="small" onClick={clock.isPlaying ? clock.pause : clock.play}>
          {clock.isPlaying ? <Trans>Pause</Trans> : <Trans>Play both</Trans>}
        </Button>
        <input
          className="slider"
          type="range"
          min={0}
          max={kept.duration}
          step={0.1}
          value={clock.second}
          style={{ '--value': `${(100 * clock.second) / Math.max(0.1, kept.duration)}%` } as CSSProperties}
          onChange={(event) => clock.seek(Number(event.target.value))}
          aria-label={t`Position in the recording`}
          aria-valuetext={t`${now} of ${end}`}
        />
        <span className="figure small">
          {now} / {end}
        </span>
      </div>
    </div>
  );
}

/** What both performers have kept of a co-show, side by side. */
export function CoShowRecording({ id }: { readonly id: string }) {
  const [kept, setKept] = useState<Kept | 'failed'>();
  useEffect(() => {
    const stop = new AbortController();
    lateApi
      .getCoShowRecording({ params: { id }, signal: stop.signal })
      .then(setKept, () => stop.signal.aborted || setKept('failed'));
    return () => stop.abort();
  }, [id]);
  if (kept === undefined) return <output className="skeleton h-20 w-full" aria-busy="true" />;
  if (kept === 'failed')
    return (
      <Notice tone="info" title={<Trans>The recordings are no longer available</Trans>}>
        <Trans>One of you has deleted theirs, or someone in it does not want to be seen.</Trans>
      </Notice>
    );
  if (kept.state === 'processing')
    return (
      <Notice tone="info" title={<Trans>Not ready yet</Trans>}>
        <Trans>Your partner’s recording is still being processed. Check again in a moment.</Trans>
      </Notice>
    );
  return <Sides kept={kept} />;
}
