import type { IngestFrame } from '@klieg/contract/features/broadcast/ingest-frame';
import { parseAvcConfig, parsePicture } from '../packaging/avc.ts';
import { opusTicks } from '../packaging/opus.ts';
import { isBSlice } from '../packaging/sps.ts';
import type { AudioUnit, VideoUnit } from '../packaging/units.ts';

/** Receives what is read from a page's messages. */
export interface PageSink {
  onPicture(isKey: boolean, isOutOfOrder: boolean): void;
  onVideo(unit: VideoUnit): void;
  onAudio(unit: AudioUnit): void;
}

/** Media messages of one page in, pictures and sound on one clock out. */
export interface PageIntake {
  /** Never throws on a message's contents. @returns why nothing more is accepted from this page */
  push(frame: IngestFrame & { readonly payload: Buffer }): 'malformed' | 'codec' | undefined;
}

const TICKS_PER_MICROSECOND = 90 / 1_000;

export function makePageIntake(sink: PageSink): PageIntake {
  let lengthBytes: number | undefined;
  let record: Buffer | undefined;
  /** Parameter sets that no keyframe has carried yet. */
  let sps: Buffer | undefined;
  let pps: Buffer | undefined;
  let newestTicks = -Infinity;
  let isWaitingForKey = true;

  const configure = (given: Buffer): 'malformed' | 'codec' | undefined => {
    // The same again, as with another bit rate, changes nothing for decoders.
    if (record?.equals(given)) return undefined;
    const config = parseAvcConfig(given);
    if (!config) return 'malformed';
    if (config === 'unplayable') return 'codec';
    ({ lengthBytes } = config);
    // Kept for long, so not as parts of the message.
    record = Buffer.from(given);
    sps = Buffer.from(config.sps);
    pps = Buffer.from(config.pps);
    // Pictures encoded before a new size cannot be decoded with its parameter sets.
    isWaitingForKey = true;
    return undefined;
  };

  const picture = (microseconds: number, payload: Buffer): 'malformed' | undefined => {
    const parsed = lengthBytes === undefined ? undefined : parsePicture(payload, lengthBytes);
    if (!parsed) return 'malformed';
    sps = parsed.sps ?? sps;
    pps = parsed.pps ?? pps;
    const { isKey, nals } = parsed;
    if (nals.length === 0) return undefined;
    const ticks = Math.round(microseconds * TICKS_PER_MICROSECOND);
    sink.onPicture(isKey, ticks < newestTicks || nals.some(isBSlice));
    newestTicks = Math.max(newestTicks, ticks);
    if (isKey) isWaitingForKey = false;
    if (isWaitingForKey) return undefined;
    sink.onVideo({ ticks, isKey, sps: isKey ? sps : undefined, pps: isKey ? pps : undefined, nals });
    if (isKey) sps = pps = undefined;
    return undefined;
  };

  const sound = (microseconds: number, data: Buffer): undefined => {
    const durationTicks = opusTicks(data);
    if (durationTicks !== undefined) sink.onAudio({ onVideoMs: microseconds / 1_000, durationTicks, data });
  };

  return {
    push({ kind, microseconds, payload }) {
      switch (kind) {
        case 'config':
          return configure(payload);
        case 'picture':
          return picture(microseconds, payload);
        case 'sound':
          return sound(microseconds, payload);
        case 'load':
          return 'malformed';
      }
    },
  };
}
