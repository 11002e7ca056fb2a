import type { Loop } from '@klieg/demo/loops';
import {
  AAC_SILENCE,
  aacConfigTag,
  audioMessage,
  avcConfigTag,
  pictureTag,
  soundTag,
  videoMessage,
} from './rtmp-bytes.ts';

const NAL_SPS = 7;
const NAL_PPS = 8;
const START_CODE = Buffer.from([0, 0, 1]);
const AAC_PACKET_MS = 1_024 / 48;

/** The NAL units between the start codes of a picture. */
function nalsOf(picture: Buffer): Buffer[] {
  const nals: Buffer[] = [];
  let start = picture.indexOf(START_CODE);
  while (start >= 0) {
    const next = picture.indexOf(START_CODE, start + 3);
    let end = next < 0 ? picture.length : next;
    while (end > start + 3 && picture[end - 1] === 0) end -= 1;
    nals.push(picture.subarray(start + 3, end));
    start = next;
  }
  return nals;
}

const typeOf = (nal: Buffer): number => nal[0]! & 0x1f;
const isParameterSet = (nal: Buffer): boolean => typeOf(nal) === NAL_SPS || typeOf(nal) === NAL_PPS;

/**
 * A loop as an encoder would send it, one element per picture with the sound that belongs to it.
 * The sound is silence, as loops hold none in AAC.
 */
export function loopMessages(loop: Loop): Buffer[] {
  const pictures = loop.pictures.map(nalsOf);
  const sets = pictures[0]!.filter(isParameterSet);
  const frameMs = loop.durationMs / pictures.length;
  const config = avcConfigTag(
    sets.find((nal) => typeOf(nal) === NAL_SPS),
    sets.find((nal) => typeOf(nal) === NAL_PPS),
  );
  let soundMs = 0;
  return pictures.map((nals, i) => {
    const atMs = Math.round(i * frameMs);
    const slices = nals.filter((nal) => !isParameterSet(nal));
    const isKey = slices.some((nal) => typeOf(nal) === 5);
    const sounds: Buffer[] = [];
    for (; soundMs < (i + 1) * frameMs; soundMs += AAC_PACKET_MS)
      sounds.push(audioMessage(Math.round(soundMs), soundTag(AAC_SILENCE)));
    const head = i === 0 ? [videoMessage(0, config), audioMessage(0, aacConfigTag())] : [];
    return Buffer.concat([...head, videoMessage(atMs, pictureTag(isKey, slices)), ...sounds]);
  });
}
