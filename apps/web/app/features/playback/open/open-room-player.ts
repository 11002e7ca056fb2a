import type { Payload } from '@klieg/contract';
import { askFirst } from '../grant/ask-first.ts';
import { takeHandedGrant } from '#app/shared/room/handed-grant.ts';
import { forcedTransport } from './choose-transport.ts';
import type { Player, PlayerView } from '../player/player.ts';
import { openPlayer } from './open-player.ts';
import { askPlayGrant } from '../grant/play-grant.ts';
import { streamGrant } from '../grant/stream-grant.ts';
import { readQuality } from '../controls/quality-choice.ts';

/** A right that came by the room's socket. */
const grantOf = ({ stream_name, token, expires_at: at, renditions, mode }: Payload<'v3.stream.token'>) =>
  streamGrant(stream_name, {
    token,
    expires_at: new Date(at).toISOString(),
    renditions: renditions ?? [],
    mode,
  });

const gone = (): void => undefined;
/** A picture watched for this long is reported; the code for it loads then. */
const REPORTED_MS = 10_000;

/** Plays a room as this browser's choices and the page's address want it. */
export const openRoomPlayer = (
  video: HTMLVideoElement,
  username: string,
  onView: (view: PlayerView) => void,
): Player => {
  const handed = takeHandedGrant();
  const ask = () => askPlayGrant(username);
  const fromMs = performance.now();
  let startMs: number | undefined;
  let endReport: (() => void) | undefined;
  const timer = setTimeout(() => {
    void import('../report/report-playback.ts').then(({ reportPlayback }) => {
      if (endReport === gone) return;
      endReport = reportPlayback(player, startMs, performance.now() - fromMs);
    });
  }, REPORTED_MS);
  const player = openPlayer({
    video,
    askGrant: handed ? askFirst(grantOf(handed), ask) : ask,
    forced: forcedTransport(new URLSearchParams(location.search)),
    wanted: readQuality(),
    onView(view) {
      if (view.hasPlayed) startMs ??= performance.now() - fromMs;
      onView(view);
    },
    onEnd() {
      clearTimeout(timer);
      endReport?.();
      endReport = gone;
    },
  });
  return player;
};
