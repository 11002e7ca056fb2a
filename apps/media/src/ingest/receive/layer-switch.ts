import { parseSps } from '../../packaging/sps.ts';
import type { VideoUnit } from '../../packaging/units.ts';

/** Which picture sizes belong to the stream: the largest present is its source, smaller ones accompany it. */
export interface LayerSwitch {
  /** A picture that can be shown, on the common clock of all layers. */
  onVideo(layer: number, unit: VideoUnit, nowMs: number): void;
  /** Looks for layers that have stopped; to be called each 20 to 100 ms. */
  tick(nowMs: number): void;
  /** The layer that is the source; undefined before the first picture. */
  readonly source: number | undefined;
}

export interface LayerSwitchOptions {
  readonly onSource: (unit: VideoUnit) => void;
  /** A smaller one of the same shape; begins with a keyframe that carries its parameter sets. */
  readonly onLayer: (layer: number, unit: VideoUnit) => void;
  /** It has stopped, or has become the source. */
  readonly onLayerEnd: (layer: number) => void;
  readonly requestKeyframe: (layer: number) => void;
}

/** Without a picture for this long a layer has stopped. */
const STOPPED_MS = 1_500;
/** A larger layer becomes the source after arriving steadily for this long. */
const STEADY_MS = 1_000;
/**
 * The upper limit: the time doubles whenever it has stopped as the source, so that the picture does not change its size
 * all the time.
 */
const STEADY_MS_MAX = 16_000;
const ASK_MS = 1_000;
/** Sizes are rounded to even numbers; what differs by more has another shape. */
const SHAPE_SHARE = 0.03;
/** A picture is shown for at least a millisecond. */
const NEXT_TICKS = 90;
/** A keyframe further back than this comes from a restarted clock. */
const LATE_TICKS = 90_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Layer {
  size: Size | undefined;
  sets: Pick<VideoUnit, 'sps' | 'pps'>;
  sinceMs: number;
  lastMs: number;
  askedMs: number;
  steadyMs: number;
  /** It accompanies the source. */
  isBeside: boolean;
}

const areaOf = ({ size }: Layer): number => (size ? size.width * size.height : 0);

export function makeLayerSwitch(options: LayerSwitchOptions): LayerSwitch {
  const layers = new Map<number, Layer>();
  let source: number | undefined;
  let lastTicks = -Infinity;

  const hasStopped = (layer: Layer, nowMs: number): boolean => nowMs - layer.lastMs > STOPPED_MS;

  const ask = (id: number, layer: Layer, nowMs: number): void => {
    if (nowMs - layer.askedMs < ASK_MS) return;
    layer.askedMs = nowMs;
    options.requestKeyframe(id);
  };

  const endBeside = (id: number, layer: Layer): void => {
    if (!layer.isBeside) return;
    layer.isBeside = false;
    options.onLayerEnd(id);
  };

  const layerOf = (id: number, nowMs: number): Layer => {
    const known = layers.get(id);
    if (known) return known;
    const made: Layer = {
      size: undefined,
      sets: { sps: undefined, pps: undefined },
      sinceMs: nowMs,
      lastMs: nowMs,
      askedMs: -Infinity,
      steadyMs: STEADY_MS,
      isBeside: false,
    };
    layers.set(id, made);
    return made;
  };

  const isLargest = (layer: Layer, nowMs: number): boolean =>
    ![...layers.values()].some((one) => areaOf(one) > areaOf(layer) && !hasStopped(one, nowMs));

  /** Whether a layer that comes should take the place of the source. */
  const isWanted = (layer: Layer, nowMs: number): boolean => {
    const current = source === undefined ? undefined : layers.get(source);
    if (!layer.size) return false;
    // Live as soon as there is any layer: the others can be aligned only after a report of each, a second later.
    if (!current) return true;
    if (layer === current) return false;
    if (hasStopped(current, nowMs)) return isLargest(layer, nowMs);
    return areaOf(layer) > areaOf(current) && nowMs - layer.sinceMs >= layer.steadyMs;
  };

  const become = (id: number, layer: Layer, nowMs: number): void => {
    const before = source === undefined ? undefined : layers.get(source);
    if (before && areaOf(before) > areaOf(layer))
      before.steadyMs = Math.min(STEADY_MS_MAX, before.steadyMs * 2);
    endBeside(id, layer);
    source = id;
    // Layers that are not smaller than the source, or have another shape, no longer accompany it.
    for (const [other, one] of layers) if (!fits(one, layer)) endBeside(other, one);
    // Request keyframes from all other running layers.
    for (const [other, one] of layers) if (other !== id && !hasStopped(one, nowMs)) ask(other, one, nowMs);
  };

  const fits = (layer: Layer, current: Layer): boolean => {
    if (!layer.size || !current.size || layer.size.height >= current.size.height) return false;
    const shape = (layer.size.width * current.size.height) / (layer.size.height * current.size.width);
    return Math.abs(shape - 1) <= SHAPE_SHARE;
  };

  const pushSource = (unit: VideoUnit): void => {
    // The first picture of a larger layer is often of the same moment as the last of the smaller one.
    const isLate = unit.isKey && unit.ticks <= lastTicks && lastTicks - unit.ticks < LATE_TICKS;
    const ticks = isLate ? lastTicks + NEXT_TICKS : unit.ticks;
    lastTicks = unit.isKey ? ticks : Math.max(lastTicks, ticks);
    options.onSource(ticks === unit.ticks ? unit : { ...unit, ticks });
  };

  const pushBeside = (id: number, layer: Layer, unit: VideoUnit): void => {
    const current = source === undefined ? undefined : layers.get(source);
    if (!current || !fits(layer, current)) return endBeside(id, layer);
    if (!layer.isBeside && !unit.isKey) return;
    layer.isBeside = true;
    options.onLayer(id, unit);
  };

  return {
    get source() {
      return source;
    },
    onVideo(id, unit, nowMs) {
      const layer = layerOf(id, nowMs);
      if (unit.sps) layer.size = parseSps(unit.sps) ?? layer.size;
      layer.sets = { sps: unit.sps ?? layer.sets.sps, pps: unit.pps ?? layer.sets.pps };
      if (unit.nals.length === 0) {
        // Parameter sets on their own are sent with the next keyframe.
        if (id === source) options.onSource(unit);
        return;
      }
      if (hasStopped(layer, nowMs)) layer.sinceMs = nowMs;
      layer.lastMs = nowMs;
      const complete = unit.isKey ? { ...unit, ...layer.sets } : unit;
      if (isWanted(layer, nowMs)) {
        if (unit.isKey) become(id, layer, nowMs);
        else ask(id, layer, nowMs);
      }
      if (id === source) pushSource(complete);
      else pushBeside(id, layer, complete);
    },
    tick(nowMs) {
      const current = source === undefined ? undefined : layers.get(source);
      const isLost = current && hasStopped(current, nowMs);
      for (const [id, layer] of layers) {
        if (hasStopped(layer, nowMs)) endBeside(id, layer);
        else if (isLost && isWanted(layer, nowMs)) ask(id, layer, nowMs);
      }
    },
  };
}
