/**
 * Keeps the audio track without holes: a hole would split the player's buffer and stop the picture.
 * Packets follow each other; silence is inserted and packets are left out to stay in sync.
 */
export interface AudioTimeline {
  /** Where the next packet will begin, in ticks of its clock. */
  readonly endTicks: number;
  /** Decides for a packet that should begin at `targetTicks`. */
  place(
    targetTicks: number,
    durationTicks: number,
  ): { readonly kind: 'leave_out' } | { readonly kind: 'append'; readonly silences: number };
  /** Number of silences needed so that the track reaches `ticks`, which it then does. */
  fillTo(ticks: number): number;
}

export interface AudioTimelineOptions {
  /** Ticks in a second. */
  readonly hz: number;
  readonly startTicks: number;
  /** Length of a silent packet; absent: holes stay. */
  readonly silenceTicks: number | undefined;
}

/** Ears do not notice less than this. */
const TOLERANCE_MS = 30;
/** A target that is further off than this comes from a broken clock; the packet is appended as it is. */
const BELIEVED_MS = 5_000;

export function makeAudioTimeline({ hz, startTicks, silenceTicks }: AudioTimelineOptions): AudioTimeline {
  const tolerance = (hz * TOLERANCE_MS) / 1000;
  const believed = (hz * BELIEVED_MS) / 1000;
  let end = startTicks;

  const silencesIn = (ticks: number): number =>
    silenceTicks === undefined ? 0 : Math.max(0, Math.floor(ticks / silenceTicks));

  return {
    get endTicks() {
      return end;
    },
    place(targetTicks, durationTicks) {
      const ahead = targetTicks - end;
      if (ahead < -tolerance && ahead > -believed) return { kind: 'leave_out' };
      const silences = ahead > tolerance && ahead < believed ? silencesIn(ahead) : 0;
      end += silences * (silenceTicks ?? 0) + durationTicks;
      return { kind: 'append', silences };
    },
    fillTo(ticks) {
      const silences = silencesIn(ticks - end);
      end += silences * (silenceTicks ?? 0);
      return silences;
    },
  };
}
