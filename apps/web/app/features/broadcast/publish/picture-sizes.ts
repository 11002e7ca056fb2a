/*
 * The sizes of the picture that a page sends at once (simulcast): those that the server would otherwise make for slow
 * connections, which saves encoding there.
 */

/** Brands of browsers as they tell them, where they do. */
interface Told {
  readonly mobile?: boolean;
  readonly brands?: readonly { readonly brand: string }[];
}

const FPS_MAX = 30;
/** A picture of fewer rows is small enough as it is. */
const HEIGHT_LEAST = 360;
const HD_HEIGHT = 720;
/** Three encoders at once want as many cores, and one for the page. */
const CORES_FOR_THREE = 4;
/** Below this nothing is left for the large one. */
const KBPS_LEAST = 1_000;
const SMALL = { rid: 'l', height: 240, kbps: 250 } as const;
const MIDDLE = { rid: 'm', height: 480, kbps: 700 } as const;
/** The middle size takes at most this share of the total. */
const MIDDLE_SHARE = 0.3;

/** Whether this browser is known to send several sizes of H.264 without harm: Chromium, on no phone. */
export function canSendSizes(): boolean {
  const { userAgentData } = globalThis.navigator as { userAgentData?: Told };
  return (
    userAgentData?.mobile === false &&
    userAgentData.brands?.some(({ brand }) => brand === 'Chromium') === true
  );
}

/**
 * What is sent of a picture, largest first; a single one has no name. All together stay within `maxKbps`. @param height
 * of the camera's picture; undefined: unknown
 */
export function sizesFor(
  height: number | undefined,
  maxKbps: number,
  cores = globalThis.navigator.hardwareConcurrency,
): RTCRtpEncodingParameters[] {
  const whole = { maxFramerate: FPS_MAX };
  if (height === undefined || height < HEIGHT_LEAST || maxKbps < KBPS_LEAST)
    return [{ ...whole, maxBitrate: maxKbps * 1_000 }];
  const hasMiddle = height >= HD_HEIGHT && cores >= CORES_FOR_THREE;
  const smaller = hasMiddle
    ? [{ ...MIDDLE, kbps: Math.min(MIDDLE.kbps, Math.round(maxKbps * MIDDLE_SHARE)) }, SMALL]
    : [SMALL];
  const rest = smaller.reduce((sum, { kbps }) => sum - kbps, maxKbps);
  return [
    { ...whole, rid: 'h', maxBitrate: rest * 1_000 },
    ...smaller.map((one) => ({
      ...whole,
      rid: one.rid,
      scaleResolutionDownBy: height / one.height,
      maxBitrate: one.kbps * 1_000,
    })),
  ];
}

/** Whether the server has agreed to several sizes; one that does not know them would get no picture at all. */
export const takesSizes = (answer: string): boolean => /^a=simulcast:recv /m.test(answer);
