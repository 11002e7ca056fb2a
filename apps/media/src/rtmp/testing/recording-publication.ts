import type { AacFormat, AudioUnit, VideoUnit } from '../../packaging/units.ts';
import type { RtmpEnd, RtmpPublication } from '../publication.ts';

/** A publication that keeps what it is given. */
export interface RecordingPublication extends RtmpPublication {
  readonly pictures: VideoUnit[];
  readonly formats: AacFormat[];
  readonly sounds: AudioUnit[];
  readonly ends: RtmpEnd[];
  readonly refusals: { readonly code: string; readonly text: string }[];
  readonly mediaBytes: number;
}

export function makeRecordingPublication(): RecordingPublication {
  const pictures: VideoUnit[] = [];
  const formats: AacFormat[] = [];
  const sounds: AudioUnit[] = [];
  const ends: RtmpEnd[] = [];
  const refusals: { code: string; text: string }[] = [];
  let mediaBytes = 0;
  return {
    pictures,
    formats,
    sounds,
    ends,
    refusals,
    get mediaBytes() {
      return mediaBytes;
    },
    onVideo: (unit) => void pictures.push(unit),
    onAudioFormat: (format) => void formats.push(format),
    onAudio: (unit) => void sounds.push(unit),
    onClosed: (reason) => void ends.push(reason),
    onRefused: (code, text) => void refusals.push({ code, text }),
    onBytes(count) {
      mediaBytes += count;
    },
  };
}
