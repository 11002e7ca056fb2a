import type { RenditionSpec } from './ladder.ts';
import type { Frame, NodeAv, Picture } from './picture-decoder.ts';
import { makePictureThinner, type PictureThinner } from './picture-thinner.ts';
import { makeRenditionEncoder, type RenditionEncoder } from './rendition-encoder.ts';
import type { EncodedPicture } from './transcode-messages.ts';

/** All renditions of one source. */
export interface PictureLadder {
  encode(picture: Picture): readonly EncodedPicture[];
  /** The rendition's next picture is a keyframe, if its last one was not just before. */
  requestKeyframe(renditionId: string): void;
}

/** Extra keyframes are at least this far from the one before, in ticks of 90 kHz. */
const KEYFRAME_DISTANCE = 45_000;

interface Rung {
  readonly spec: RenditionSpec;
  readonly encoder: RenditionEncoder;
  readonly thinner: PictureThinner;
  lastKeyTicks: number;
}

/** @param specs largest first: each is scaled from the one before, which costs a third less */
export function makePictureLadder(av: NodeAv, specs: readonly RenditionSpec[]): PictureLadder {
  let rungs: readonly Rung[] | undefined;
  const wanted = new Set<string>();
  /**
   * Renditions have no reordering, so a group's pictures are all shifted by the offset of the source's keyframe:
   * keyframes of all renditions then have the same decode and display times.
   */
  let compositionTicks = 0;

  const open = (source: Frame): readonly Rung[] =>
    specs.map((spec) => ({
      spec,
      encoder: makeRenditionEncoder(av, spec, source),
      thinner: makePictureThinner(spec.fpsMax),
      lastKeyTicks: -Infinity,
    }));

  const isKeyFor = (rung: Rung, { isKey, showTicks }: Picture): boolean =>
    isKey || (wanted.has(rung.spec.id) && Math.abs(showTicks - rung.lastKeyTicks) >= KEYFRAME_DISTANCE);

  const encodeRung = (rung: Rung, picture: Picture, isKey: boolean): EncodedPicture[] =>
    rung.encoder.encode(picture.showTicks, isKey).map((packet) => {
      if (packet.isKey) {
        rung.lastKeyTicks = packet.showTicks;
        wanted.delete(rung.spec.id);
      }
      const ticks = packet.showTicks - compositionTicks;
      return {
        renditionId: rung.spec.id,
        ticks,
        compositionTicks,
        isKey: packet.isKey,
        data: packet.data,
      };
    });

  return {
    encode(picture) {
      if (picture.isKey) ({ compositionTicks } = picture);
      rungs ??= open(picture.frame);
      const encoded: EncodedPicture[] = [];
      let source = picture.frame;
      for (const rung of rungs) {
        source = rung.encoder.scale(source);
        const isKey = isKeyFor(rung, picture);
        if (rung.thinner.takes(picture.showTicks, isKey)) encoded.push(...encodeRung(rung, picture, isKey));
      }
      return encoded;
    },
    requestKeyframe(renditionId) {
      if (specs.some(({ id }) => id === renditionId)) wanted.add(renditionId);
    },
  };
}
