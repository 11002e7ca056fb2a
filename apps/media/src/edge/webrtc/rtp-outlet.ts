import { type Kept, makeRepeatStore } from '../../congestion/repeat-store.ts';
import { type FeedbackBudget, readTransportFeedback } from '../../congestion/transport-feedback.ts';
import { makeLineControl, type LineControl } from './line-control.ts';
import { type MediaPacket, makePadding, stamped, stampedPadding, stampedRepeat } from './media-packet.ts';
import type { OutletTrack } from './outlet-track.ts';
import { makePictureQueue, type PictureQueue, type QueuedPacket, type RtpUnit } from './picture-queue.ts';
import { readNacks } from './read-nacks.ts';
import { readReceiverReports } from './receiver-reports.ts';
import { makeRoundTrip } from './round-trip.ts';
import { firstSequence, makeRtpSender } from './rtp-sender.ts';
import { makeSoundCare } from './sound-care.ts';

export const VIDEO_SSRC = 0x4b_01;
export const AUDIO_SSRC = 0x4b_02;
/** Repeats in their own format, and padding. */
export const REPEAT_SSRC = 0x4b_03;

export type TrackKind = 'video' | 'audio';

export interface RtpOutletOptions {
  readonly video: OutletTrack | undefined;
  readonly audio: OutletTrack | undefined;
  /** Sends; the bytes may change after it. */
  readonly transmit: (track: TrackKind, packet: Buffer) => void;
  /** Calls once, in about five milliseconds. */
  readonly soon: (work: () => void) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** A picture or sound has left whole; its last packet had this number. */
  readonly onSent?: ((track: TrackKind, sequence: number, streamMs: number) => void) | undefined;
  /** Media may begin. */
  readonly onReady: () => void;
  /** Where each source's numbers begin; absent: by chance. */
  readonly firstSequence?: (() => number) | undefined;
}

/** What is known of a viewer's line. */
export interface RtpLine {
  /** What it carries of pictures, beside sound and repeats, in kbit/s. */
  readonly roomKbps: number;
  /** How long the pictures that wait take to go out, in milliseconds. */
  readonly queueMs: number;
  /** True while whole pictures are left out. */
  readonly isThinning: boolean;
  /** What the next better rendition needs, in kbit/s; undefined: there is none. */
  want(kbps: number | undefined): void;
}

export interface OutletFigures {
  readonly packetsRepeated: number;
  readonly picturesDropped: number;
}

/**
 * One viewer's way out by RTP: its own numbers, its repeats, and only as much at a time as its line carries. Sound
 * goes first and is never left out.
 */
export interface RtpOutlet {
  /** True once media may begin. */
  isReady(): boolean;
  /** Undefined where the viewer says nothing of single packets, and all is sent as it comes. */
  readonly line: RtpLine | undefined;
  figures(): OutletFigures;
  /** The viewer can be sent to now. */
  open(): void;
  send(track: TrackKind, unit: RtpUnit): void;
  /** Says which wall time a time of the stream is. @param wallMs Unix milliseconds */
  report(wallMs: number, streamMs: number): void;
  /** A control packet of the viewer. */
  hear(packet: Buffer): void;
  close(): void;
}

/** A packet with its time. */
type Repeatable = Kept<MediaPacket>;

const PER_MS = { video: 90, audio: 48 } as const;
const REPEATS = { itemsMax: 2_048, bytesMax: 2 * 2 ** 20, keptMs: 2_500 } as const;
/** A packet is not sent again before the receiver can have said that the repeat is lost, too. */
const HOLD_MS_MIN = 15;
/** Round trips vary, and what is asked for a little early is lost as well. */
const HOLD_SHARE = 0.9;
const PADDING_BYTES = 224;
const REPEATS_WAITING_MAX = 256;
/** Each packet is spoken of about once, and this much at once. */
const SPOKEN_EACH = 2;
const SPOKEN_MAX = 4_096;
/** IP, UDP, and what encryption adds. */
const AROUND_BYTES = 28 + 10;

const makeLine = (control: LineControl, pictures: PictureQueue, now: () => number): RtpLine => ({
  get roomKbps() {
    return control.roomKbps(now());
  },
  get queueMs() {
    return control.msOf(pictures.bytes);
  },
  get isThinning() {
    return pictures.isThinning;
  },
  want: (kbps) => control.want(kbps, now()),
});

export function makeRtpOutlet(options: RtpOutletOptions): RtpOutlet {
  const { video, audio, now } = options;
  const first = options.firstSequence ?? firstSequence;
  const senders = {
    video: makeRtpSender(VIDEO_SSRC, first()),
    audio: makeRtpSender(AUDIO_SSRC, first()),
    repeat: makeRtpSender(REPEAT_SSRC, first()),
  };
  const pictures = makePictureQueue();
  const store = makeRepeatStore<MediaPacket>(REPEATS);
  const repeats: Repeatable[] = [];
  const roundTrip = makeRoundTrip();
  const padding = makePadding(PADDING_BYTES);
  const control: LineControl = makeLineControl({
    hasFeedback: video?.transportId !== undefined,
    canProbe: video?.repeatPayloadType !== undefined,
    onReady: options.onReady,
  });
  const care = makeSoundCare(audio);
  const spoken: FeedbackBudget = { left: SPOKEN_MAX };
  let packetsRepeated = 0;
  let isOpen = false;
  let isClosed = false;
  let isWaiting = false;
  /** Of the last picture that went out whole. */
  let lastTimestamp = 0;

  const numberFor = (track: OutletTrack | undefined, bytes: number, nowMs: number) => {
    if (track?.transportId === undefined) return undefined;
    spoken.left = Math.min(SPOKEN_MAX, spoken.left + SPOKEN_EACH);
    return { id: track.transportId, number: control.count(bytes, nowMs) };
  };

  /** With a keyframe on its way nobody needs what was lost before it. */
  const forget = (): void => {
    repeats.length = 0;
    store.clear();
  };

  const sendMedia = (
    kind: TrackKind,
    { packet, unit, isLast }: QueuedPacket,
    nowMs: number,
    type?: number,
  ) => {
    const track = kind === 'video' ? video : audio;
    if (!track) return;
    const bytes = packet.payloadBytes + AROUND_BYTES;
    const timestamp = Math.max(0, unit.ticks) % 2 ** 32;
    const head = senders[kind].next(type ?? track.payloadType, timestamp, packet.payloadBytes);
    options.transmit(kind, stamped(packet, head, numberFor(track, bytes, nowMs)));
    control.spend(kind, bytes, nowMs);
    if (kind === 'video') store.add(head.sequence, packet, timestamp, packet.payloadBytes, nowMs);
    if (kind === 'video' && isLast) lastTimestamp = timestamp;
    if (isLast) options.onSent?.(kind, head.sequence, unit.streamMs);
  };

  /** Where the line loses packets and has room, what came before goes with each sound once more. */
  const sendSound = (unit: RtpUnit, nowMs: number): void => {
    const chosen = care.choose(unit, control.hasRoomForSound(nowMs), nowMs);
    if (chosen) sendMedia('audio', { packet: chosen.packet, unit, isLast: true }, nowMs, chosen.payloadType);
  };

  const sendRepeat = (kept: Repeatable, nowMs: number, isProbe = false): void => {
    const { sequence, item: packet, stamp: timestamp } = kept;
    const bytes = packet.payloadBytes + AROUND_BYTES;
    const transport = numberFor(video, bytes, nowMs);
    control.spend(isProbe ? 'probe' : 'repeat', bytes, nowMs);
    if (video!.repeatPayloadType === undefined) {
      const head = { payloadType: video!.payloadType, ssrc: VIDEO_SSRC, sequence, timestamp };
      return options.transmit('video', stamped(packet, head, transport));
    }
    const head = senders.repeat.next(video!.repeatPayloadType, timestamp, packet.payloadBytes);
    options.transmit('video', stampedRepeat(packet, head, sequence, transport));
  };

  const sendPadding = (nowMs: number): void => {
    const head = senders.repeat.next(video!.repeatPayloadType!, lastTimestamp, 0);
    const bytes = PADDING_BYTES + AROUND_BYTES;
    options.transmit('video', stampedPadding(padding, head, numberFor(video, bytes, nowMs)));
    control.spend('probe', bytes, nowMs);
  };

  /** Repeats of what was sent last, which may be of use; padding before there is anything, and in small probes. */
  const sendProbe = (nowMs: number): void => {
    if (!control.probe(nowMs)) return;
    const spare = control.isProbeSmall ? [] : store.newest(16);
    for (let i = 0; control.probeMayGo(nowMs); i++) {
      const one = spare[i % Math.max(1, spare.length)];
      if (one) sendRepeat(one, nowMs, true);
      else sendPadding(nowMs);
    }
  };

  const drain = (): void => {
    if (isClosed || !isOpen) return;
    const nowMs = now();
    sendProbe(nowMs);
    while (control.mayGo(nowMs)) {
      const repeat = repeats.shift();
      if (repeat) {
        packetsRepeated += 1;
        sendRepeat(repeat, nowMs);
        continue;
      }
      const next = pictures.take();
      if (!next) break;
      sendMedia('video', next, nowMs);
    }
    const isBusy = repeats.length > 0 || pictures.bytes > 0 || control.isProbing;
    if (isBusy || !control.isReady(nowMs)) wait();
  };

  const wait = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    options.soon(() => {
      isWaiting = false;
      drain();
    });
  };

  const repeat = (sequences: readonly number[], nowMs: number): void => {
    const holdMs = Math.max(HOLD_MS_MIN, roundTrip.ms * HOLD_SHARE);
    for (const sequence of sequences) {
      if (repeats.length >= REPEATS_WAITING_MAX || !control.mayRepeat(nowMs)) return;
      const kept = store.take(sequence, holdMs, nowMs);
      if (kept) repeats.push(kept);
    }
  };

  const line = video?.transportId === undefined ? undefined : makeLine(control, pictures, now);

  return {
    line,
    isReady: () => isOpen && !isClosed && control.isReady(now()),
    figures: () => ({ packetsRepeated, picturesDropped: pictures.picturesDropped }),
    open() {
      if (isOpen || isClosed) return;
      isOpen = true;
      control.open(now());
      drain();
    },
    send(kind, unit) {
      if (!isOpen || isClosed) return;
      const nowMs = now();
      control.tick(nowMs);
      if (kind === 'audio') return sendSound(unit, nowMs);
      if (unit.isKey && control.isTight(nowMs)) forget();
      pictures.add(unit, control.queueBytesMax);
      drain();
    },
    report(wallMs, streamMs) {
      if (!isOpen || isClosed) return;
      for (const kind of ['video', 'audio'] as const) {
        if (!(kind === 'video' ? video : audio)) continue;
        const report = senders[kind].report(wallMs, Math.max(0, Math.round(streamMs * PER_MS[kind])));
        roundTrip.onReport(report, now());
        options.transmit(kind, report);
      }
    },
    hear(packet) {
      if (isClosed) return;
      const nowMs = now();
      const reports = readReceiverReports(packet);
      for (const report of reports) roundTrip.onAnswer(report, nowMs);
      care.onReports(reports, nowMs);
      for (const feedback of readTransportFeedback(packet, spoken))
        control.onFeedback(feedback, roundTrip.ms, nowMs);
      for (const { ssrc, sequences } of readNacks(packet)) if (ssrc === VIDEO_SSRC) repeat(sequences, nowMs);
      drain();
    },
    close() {
      isClosed = true;
      forget();
      pictures.clear();
    },
  };
}
