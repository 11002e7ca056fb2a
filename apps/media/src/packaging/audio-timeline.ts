import { OPUS_HZ, OPUS_SILENCE_TICKS } from '../ingest/opus.ts';

/**
 * Keeps the audio track without holes: a hole would split the player's buffer and stop the picture.
 * Packets follow each other; silence is inserted and packets are left out to stay in sync.
 */
export interface AudioTimeline {
  /** Where the next packet will begin, in ticks of 48 kHz. */
  readonly endTicks: number;
  /** Decides for a packet that should begin at `targetTicks`. */
  place(
    targetTicks: number,
    durationTicks: number,
  ): { readonly kind: 'leave_out' } | { readonly kind: 'append'; readonly silences: number };
  /** Number of silences needed so that the track reaches `ticks`, which it then does. */
  fillTo(ticks: number): number;
}

/** Ears do not notice less than this. */
const TOLERANCE_TICKS = (OPUS_HZ * 30) / 1000;
/** A target that is further off than this comes from a broken clock; the packet is appended as it is. */
const BELIEVED_TICKS = OPUS_HZ * 5;

export function makeAudioTimeline(startTicks: number): AudioTimeline {
  let end = startTicks;
  return {
    get endTicks() {
      return end;
    },
    place(targetTicks, durationTicks) {
      const ahead = targetTicks - end;
      if (ahead < -TOLERANCE_TICKS && ahead > -BELIEVED_TICKS) return { kind: 'leave_out' };
      const isHole = ahead > TOLERANCE_TICKS && ahead < BELIEVED_TICKS;
      const silences = isHole ? Math.floor(ahead / OPUS_SILENCE_TICKS) : 0;
      end += silences * OPUS_SILENCE_TICKS + durationTicks;
      return { kind: 'append', silences };
    },
    fillTo(ticks) {
      const silences = Math.max(0, Math.floor((ticks - end) / OPUS_SILENCE_TICKS));
      end += silences * OPUS_SILENCE_TICKS;
      return silences;
    },
  };
}
