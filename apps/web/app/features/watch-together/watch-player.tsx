import { formatClock } from '@klieg/i18n';
import { Button, cssValue, ErrorBox, IconButton } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { VideoName } from '../../shared/watchable/video-name.tsx';
import { tellRefusal } from './tell-refusal.ts';
import { useWatchFile, type WatchFile } from './use-watch-file.ts';
import { useWatchPress } from './use-watch-press.ts';
import { useWatchSync } from './use-watch-sync.ts';
import { closeWatch, sendControl } from './watch-calls.ts';
import type { WatchPart, WatchTold } from './watch-state.ts';
import './watch-together.css';

/** A hand that moves the place of the video is waited for, so that the other side sees where it comes to rest. */
const REST_MS = 300;

/** The video's position, and a control to move it for both; arrow keys move by five seconds. */
function PlaceControl(props: {
  readonly positionMs: number;
  readonly durationMs: number;
  readonly onMove: (positionMs: number) => void;
}) {
  const { positionMs, durationMs, onMove } = props;
  const { t } = useLingui();
  const [wanted, setWanted] = useState<number>();
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const move = (to: number) => {
    setWanted(to);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      onMove(to);
      setWanted(undefined);
    }, REST_MS);
  };
  const shown = Math.floor((wanted ?? positionMs) / 1_000);
  const whole = Math.max(1, Math.floor(durationMs / 1_000));
  return (
    <>
      <span className="figure">{formatClock(shown)}</span>
      <input
        className="slider watch-place"
        type="range"
        min={0}
        max={whole}
        step={5}
        aria-label={t`Position in the video`}
        aria-valuetext={formatClock(shown)}
        value={shown}
        style={cssValue(`${(shown / whole) * 100}%`)}
        onChange={(event) => move(Number(event.target.value) * 1_000)}
      />
      <span className="figure text-ink-2">{formatClock(whole)}</span>
    </>
  );
}

/** In place of a video that does not play. */
function NoVideo({ file, onRetry }: { readonly file: WatchFile; readonly onRetry: () => void }) {
  if (file.kind === 'failed')
    return <ErrorBox title={<Trans>The video did not load</Trans>} onRetry={onRetry} />;
  if (file.kind === 'gone')
    return (
      <p role="alert" className="watch-gone">
        <Trans>This video is no longer there. Close it, and choose another one.</Trans>
      </p>
    );
  return <div className="skeleton watch-video" />;
}

/** Play, position, sound and the end, all for both sides except the sound. */
function Controls(
  props: SlotProps<WatchPart> & {
    readonly told: WatchTold;
    readonly positionMs: number;
    readonly durationMs: number;
    readonly sound: { readonly isMuted: boolean; readonly toggle: () => void };
  },
) {
  const { room, tools, told, positionMs, durationMs, sound } = props;
  const { t, i18n } = useLingui();
  const { isBusy, press } = useWatchPress();
  const { username } = room.user;
  const isPlaying = told.playing === true;
  const control = (to: { readonly isPlaying?: boolean; readonly positionMs?: number }) =>
    void sendControl(tools.client, username, { watchId: told.watch_id, isPlaying, positionMs, ...to }).catch(
      (error: unknown) => tellRefusal(error, i18n),
    );
  return (
    <div className="watch-controls">
      <IconButton
        icon={isPlaying ? 'pause-fill' : 'play-fill'}
        label={isPlaying ? t`Pause for both` : t`Play for both`}
        onClick={() => control({ isPlaying: !isPlaying })}
      />
      <PlaceControl
        positionMs={positionMs}
        durationMs={durationMs}
        onMove={(to) => control({ positionMs: to })}
      />
      <IconButton
        icon={sound.isMuted ? 'speaker-slash-fill' : 'speaker-high-fill'}
        label={sound.isMuted ? t`Unmute the video` : t`Mute the video`}
        onClick={sound.toggle}
      />
      <Button kind="line" icon="x" busy={isBusy} onClick={() => void press(() => closeWatch(username))}>
        <span className="max-tablet:sr-only">
          <Trans>Close video</Trans>
        </span>
      </Button>
    </div>
  );
}

/** The video that both watch, below the live picture, with the controls; one per watch, by its key. */
export function WatchPlayer(props: SlotProps<WatchPart> & { readonly told: WatchTold }) {
  const { part, room, told } = props;
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [isMuted, setMuted] = useState(false);
  const { file, retry, onError, onPlaying } = useWatchFile(room.user.username);
  const durationMs = file.kind === 'open' ? file.media.duration * 1_000 : 0;
  const onSilenced = useCallback(() => setMuted(true), []);
  const positionMs = useWatchSync(video, { told, delayMs: part.delayMs }, { durationMs, onSilenced });
  return (
    <section className="watch" aria-label={t`Watch together`}>
      <p className="watch-head">
        <b>{file.kind === 'open' && <VideoName media={file.media} />}</b>{' '}
        <output className="small text-ink-2">
          {told.playing ? null : told.by ? (
            <Trans>Stopped by {told.by}</Trans>
          ) : (
            <Trans>Stopped: the other person is away</Trans>
          )}
        </output>
      </p>
      <Controls
        {...props}
        positionMs={positionMs}
        durationMs={durationMs}
        sound={{ isMuted, toggle: () => setMuted(!isMuted) }}
      />
      {file.kind === 'open' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written what is said in a live show
        <video
          ref={video}
          className="watch-video"
          src={file.url}
          muted={isMuted}
          playsInline
          preload="auto"
          aria-label={t`The video that you watch together`}
          onError={onError}
          onPlaying={onPlaying}
        />
      ) : (
        <NoVideo file={file} onRetry={retry} />
      )}
    </section>
  );
}
