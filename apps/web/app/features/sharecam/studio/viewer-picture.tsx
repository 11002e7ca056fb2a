import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { codeOf } from '#app/shared/errors/explain-error.ts';
import { type AskGrant, openPlayer } from '#app/features/playback/index.ts';

const TOKEN_MS = 60_000;

/** The right to look, renewed while it lasts; the first call accepts. */
const askToLook =
  (id: string): AskGrant =>
  async () => {
    try {
      const { viewer_stream_name: name, token } = await lateApi.acceptSharecam({ params: { id }, body: {} });
      return {
        grant: {
          stream_name: name,
          token,
          expires_at: new Date(Date.now() + TOKEN_MS).toISOString(),
          urls: { ws: `/live/ws/${name}`, hls: `/live/hls/${name}/index.m3u8`, whep: `/live/whep/${name}` },
          renditions: [],
          mode: 'private',
        },
      };
    } catch (error) {
      if (codeOf(error) === 'shows.request_gone') return { refused: 'shows.request_gone' };
      throw error;
    }
  };

/** A viewer's camera, without sound until it is wanted. */
export function ViewerPicture(props: {
  readonly id: string;
  readonly username: string;
  readonly isMuted: boolean;
}) {
  const { id, username, isMuted } = props;
  const { t } = useLingui();
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!video.current) return undefined;
    const player = openPlayer({
      video: video.current,
      askGrant: askToLook(id),
      forced: undefined,
      wanted: 'auto',
      onView: ({ state }) => setPlaying(state.kind === 'playing'),
    });
    return () => player.destroy();
  }, [id]);
  return (
    <div className="viewer-picture">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live camera has no captions */}
      <video ref={video} muted={isMuted} autoPlay playsInline aria-label={t`Camera of ${username}`} />
      {!isPlaying && (
        <div className="own-picture-words">
          <Trans>Connecting</Trans>
        </div>
      )}
    </div>
  );
}
