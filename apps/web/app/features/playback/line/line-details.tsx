import { FactList } from '@klieg/ui';
import { numberFormat } from '@klieg/i18n';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Player, PlayerView } from '../player/player.ts';
import { factsBetween, type PlaybackFacts } from '../player/playback-facts.ts';
import { pictureOf } from '../player/player-state.ts';
import type { TransportName } from '../player/transport.ts';

const SAMPLE_MS = 1_000;

const transports: Readonly<Record<TransportName, string>> = {
  ws: 'WebSocket',
  hls: 'LL-HLS',
  native: 'HLS',
  whep: 'WebRTC',
};

/** Figures of the last second. */
function usePlaybackFacts(player: Player): PlaybackFacts {
  const [facts, setFacts] = useState(() => factsBetween(undefined, player.sample()));
  useEffect(() => {
    let before = player.sample();
    const timer = setInterval(() => {
      const now = player.sample();
      setFacts(factsBetween(before, now));
      before = now;
    }, SAMPLE_MS);
    return () => clearInterval(timer);
  }, [player]);
  return facts;
}

/** Playback details, for people who want to know why it looks as it does. */
export function LineDetails({ view, player }: { readonly view: PlayerView; readonly player: Player }) {
  const { t, i18n } = useLingui();
  const { codecs, kbps, fps, framesDropped, bufferedSeconds } = usePlaybackFacts(player);
  const picture = pictureOf(view.state);
  const count = (value: number) => numberFormat(i18n.locale, { maximumFractionDigits: 0 }).format(value);
  const seconds = numberFormat(i18n.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    bufferedSeconds,
  );
  const rate = count(kbps);
  const size = picture && picture.width > 0 ? `${picture.width} × ${picture.height}` : '–';
  return (
    <FactList
      facts={[
        { label: <Trans>Connection</Trans>, value: view.transport ? transports[view.transport] : '–' },
        { label: <Trans>Codec</Trans>, value: codecs || '–' },
        { label: <Trans>Size</Trans>, value: size },
        { label: <Trans>Frames per second</Trans>, value: count(fps) },
        { label: <Trans>Dropped frames</Trans>, value: count(framesDropped) },
        { label: <Trans>Buffered</Trans>, value: t`${seconds} s` },
        { label: <Trans>Line</Trans>, value: t`${rate} kbit/s` },
      ]}
    />
  );
}
