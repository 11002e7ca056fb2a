import type { MeterClaim } from '@klieg/contract/media';
import type { ClockedSpan, DeliveryMeter } from '../../control/delivery-meter.ts';
import type { StreamClock } from '../live-stream.ts';
import type { ReceiverReport } from './receiver-reports.ts';
import { makeStillPicture } from './still-picture.ts';
import { AUDIO_SSRC, type TrackKind, VIDEO_SSRC } from './rtp-outlet.ts';
import type { RtpReader } from './whep-fanout.ts';

export interface MeteredRtpReaderOptions {
  readonly viewer: RtpReader;
  readonly meter: MeterClaim;
  readonly deliveries: Pick<DeliveryMeter, 'count' | 'lose' | 'mayBegin'>;
  /** Of the stream that is watched. */
  readonly clock: () => StreamClock;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** A viewer by WebRTC whose time is paid for. */
export interface MeteredRtpReader extends RtpReader {
  /** A picture or sound has left whole; its last packet had this number. */
  onSent(track: TrackKind, sequence: number, streamMs: number): void;
  /** The viewer's own transport says what it has got. */
  onReport(report: ReceiverReport): void;
  /** The connection has ended; nothing more will be acknowledged. */
  end(): void;
}

/** A report that says that more than this was lost acknowledges nothing: such a picture cannot be watched. */
const LOST_SHARE_MAX = 0.5;
/** Receivers report each second or so; one that does not is sent nothing more. */
const UNREPORTED_MS = 5_000;

interface Sent {
  readonly sequence: number;
  readonly sentMs: number;
  readonly spans: readonly ClockedSpan[];
}

const isReached = (sequence: number, highest: number): boolean => ((highest - sequence) & 0xffff) < 0x8000;

/**
 * Media for a WebRTC viewer counts once its receiver reports cover it. A viewer without reports is closed, and so is
 * one that reports too many losses: only the viewer knows whether those are true.
 */
export function makeMeteredRtpReader(options: MeteredRtpReaderOptions): MeteredRtpReader {
  const { viewer, meter, deliveries, now } = options;
  const still = makeStillPicture();
  const pending = new Map<number, Sent[]>([
    [VIDEO_SSRC, []],
    [AUDIO_SSRC, []],
  ]);
  /** When it last reported, or was first sent something. */
  let heardMs: number | undefined;

  /** Sent in vain. Sound accompanies the pictures, so it is not counted separately. */
  const lose = (ssrc: number, sent: readonly Sent[]): void => {
    if (ssrc !== VIDEO_SSRC) return;
    deliveries.lose(
      meter,
      sent.flatMap(({ spans }) => spans),
    );
  };

  /** Forgets what was not reported for this long. */
  const forget = (): void => {
    for (const [ssrc, sent] of pending)
      if (sent[0] && now() - sent[0].sentMs > 2 * UNREPORTED_MS)
        pending.set(
          ssrc,
          sent.filter(({ sentMs }) => now() - sentMs <= UNREPORTED_MS),
        );
  };

  /** True where nothing was heard for so long that nothing more is sent. */
  const isSilent = (): boolean => {
    heardMs ??= now();
    return now() - heardMs > UNREPORTED_MS;
  };

  return {
    ...viewer,
    send(track, unit) {
      if (isSilent()) viewer.close();
      else viewer.send(track, unit);
    },
    onSent(track, sequence, streamMs) {
      const { name, aheadMs } = options.clock();
      const spans = still[track === 'video' ? 'picture' : 'sound'](streamMs).map(({ startMs, endMs }) => ({
        clock: name,
        startMs: startMs - aheadMs,
        endMs: endMs - aheadMs,
      }));
      pending.get(track === 'video' ? VIDEO_SSRC : AUDIO_SSRC)?.push({ sequence, sentMs: now(), spans });
      forget();
    },
    onReport({ ssrc, sequence, lostShare }) {
      const sent = pending.get(ssrc) ?? [];
      const last = sent.at(-1);
      if (!last || !isReached(sequence, last.sequence)) return;
      const reached = sent.filter((one) => isReached(one.sequence, sequence));
      if (reached.length === 0) return;
      pending.set(
        ssrc,
        sent.filter((one) => !reached.includes(one)),
      );
      if (lostShare > LOST_SHARE_MAX) {
        lose(ssrc, reached);
        if (!deliveries.mayBegin(meter)) viewer.close();
        return;
      }
      heardMs = now();
      for (const { spans } of reached) for (const span of spans) deliveries.count(meter, span);
    },
    end() {
      for (const [ssrc, sent] of pending) lose(ssrc, sent);
      pending.clear();
    },
  };
}
