/** A picture in three planes, 4:2:0, limited range, without row padding. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly y: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
}

/** Renders a still scene as a loop in slow motion. */
export interface MovingScene {
  /**
   * Draws the picture at a phase of the loop into `out`; phase 1 is phase 0 again.
   * @param out planes of width x height, then two of a quarter of that
   */
  draw(phase: number, out: Uint8Array): void;
}

export const SCENE_WIDTH = 640;
export const SCENE_HEIGHT = 360;
/** The still is this much larger on each side, so that it can move without an edge. */
export const SCENE_MARGIN = 16;

const TAU = Math.PI * 2;
const ANGLES = 1_024;
const MOTES = 9;

/** A small generator of repeatable numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Beam {
  /** Direction of each pixel as seen from the lamp, 0 to ANGLES-1. */
  readonly angles: Uint16Array;
  /** How much light is left at each pixel, 0 to 255. */
  readonly reach: Uint8Array;
}

/** A lamp above the picture, with the direction and reach of its light for every pixel. */
function makeBeam(width: number, height: number, lampX: number, lampY: number): Beam {
  const angles = new Uint16Array(width * height);
  const reach = new Uint8Array(width * height);
  const far = Math.hypot(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = x - lampX;
      const dy = y - lampY;
      const angle = Math.atan2(dx, dy) / Math.PI + 0.5;
      angles[y * width + x] = Math.max(0, Math.min(ANGLES - 1, Math.round(angle * (ANGLES - 1))));
      reach[y * width + x] = Math.round(255 * Math.max(0.15, 1 - Math.hypot(dx, dy) / far));
    }
  }
  return { angles, reach };
}

/** Strength of the light in every direction, for a beam that points at `angle` (radians from straight down). */
function beamProfile(angle: number, halfWidth: number, strength: number): Int16Array {
  const profile = new Int16Array(ANGLES);
  for (let i = 0; i < ANGLES; i++) {
    const off = ((i / (ANGLES - 1) - 0.5) * Math.PI - angle) / halfWidth;
    profile[i] = Math.round(strength * Math.exp(-off * off * off * off));
  }
  return profile;
}

/**
 * Moves one plane: each row is taken from `source` at its own fraction of a pixel, which costs two
 * products per pixel and lets shoulders rise and a head sway.
 */
function moveRows(
  source: Uint8Array,
  sourceWidth: number,
  sourceHeight: number,
  out: Uint8Array,
  width: number,
  height: number,
  shiftOf: (row: number) => { readonly x: number; readonly y: number },
): void {
  for (let row = 0; row < height; row++) {
    const { x, y } = shiftOf(row);
    const top = Math.max(0, Math.min(sourceHeight - 2, Math.floor(row + y)));
    const left = Math.max(0, Math.min(sourceWidth - width - 1, Math.floor(x)));
    const down = Math.round(Math.max(0, Math.min(1, row + y - top)) * 16);
    const right = Math.round(Math.max(0, Math.min(1, x - left)) * 16);
    const a = (16 - down) * (16 - right);
    const b = (16 - down) * right;
    const c = down * (16 - right);
    const d = down * right;
    let from = top * sourceWidth + left;
    let to = row * width;
    const end = to + width;
    for (; to < end; to++, from++) {
      out[to] =
        (source[from]! * a +
          source[from + 1]! * b +
          source[from + sourceWidth]! * c +
          source[from + sourceWidth + 1]! * d +
          128) >>
        8;
    }
  }
}

/** A soft disc that is added to the luma. */
function addMote(
  out: Uint8Array,
  width: number,
  height: number,
  x: number,
  y: number,
  radius: number,
  light: number,
): void {
  const firstRow = Math.max(0, Math.ceil(y - radius));
  const lastRow = Math.min(height - 1, Math.floor(y + radius));
  const firstColumn = Math.max(0, Math.ceil(x - radius));
  const lastColumn = Math.min(width - 1, Math.floor(x + radius));
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const distance = ((column - x) ** 2 + (row - y) ** 2) / (radius * radius);
      if (distance >= 1) continue;
      const at = row * width + column;
      out[at] = Math.min(235, out[at]! + light * (1 - distance) * (1 - distance));
    }
  }
}

/**
 * Sets a still in motion: a beam of light sweeps, the figure breathes and sways, dust drifts in the
 * light. Everything returns to its start at the end of the loop; the seed makes each scene its own.
 * @param still larger than the picture by SCENE_MARGIN on every side
 */
export function makeMovingScene(still: Picture, seed: number): MovingScene {
  const random = seededRandom(seed);
  const width = SCENE_WIDTH;
  const height = SCENE_HEIGHT;
  const breaths = 3;
  const between = (low: number, high: number): number => low + (high - low) * random();
  const drift = { x: between(2, 5), y: between(1, 2.5), phase: between(0, TAU) };
  const sway = { amount: between(2, 4.5), phase: between(0, TAU) };
  const breath = { amount: between(1.6, 2.6), phase: between(0, TAU) };
  const lampX = width * between(0.15, 0.85);
  const beam = makeBeam(width, height, lampX, -60);
  const sweep = {
    middle: Math.atan2(width / 2 - lampX, height),
    span: between(0.25, 0.5),
    phase: between(0, TAU),
  };
  const halfWidth = between(0.13, 0.2);
  const strength = between(34, 52);
  const warmth = random() < 0.5 ? -1 : 1;
  const motes = Array.from({ length: MOTES }, () => ({
    x: between(0, width),
    y: between(0, height),
    radius: between(3, 11),
    light: between(14, 40),
    swing: between(12, 50),
    turns: random() < 0.7 ? 1 : 2,
    phase: between(0, TAU),
  }));

  /** How far a row lies from where it is at rest; feet stand, shoulders rise, heads sway. */
  const shiftAt = (phase: number) => {
    const driftX = drift.x * Math.sin(TAU * phase + drift.phase);
    const driftY = drift.y * Math.sin(TAU * phase + drift.phase * 2);
    const swayX = sway.amount * Math.sin(TAU * phase + sway.phase);
    const lift = breath.amount * (0.5 + 0.5 * Math.sin(TAU * breaths * phase + breath.phase));
    return (share: number): { x: number; y: number } => {
      const rising = Math.max(0, Math.min(1, (share - 0.3) / 0.4));
      return { x: driftX + swayX * (1 - share), y: driftY + lift * rising * rising };
    };
  };

  const drawLight = (phase: number, out: Uint8Array): void => {
    const angle = sweep.middle + sweep.span * Math.sin(TAU * phase + sweep.phase);
    const profile = beamProfile(angle, halfWidth, strength);
    const glow = 256 + Math.round(9 * Math.sin(TAU * 2 * phase + breath.phase));
    const { angles, reach } = beam;
    for (let i = 0; i < width * height; i++) {
      const lit = ((out[i]! * glow) >> 8) + ((profile[angles[i]!]! * reach[i]!) >> 8);
      out[i] = lit > 235 ? 235 : lit;
    }
    const chromaWidth = width / 2;
    const uStart = width * height;
    const vStart = uStart + uStart / 4;
    for (let row = 0; row < height / 2; row++) {
      for (let column = 0; column < chromaWidth; column++) {
        const pixel = row * 2 * width + column * 2;
        const light = (profile[angles[pixel]!]! * reach[pixel]!) >> 11;
        if (light === 0) continue;
        const at = row * chromaWidth + column;
        out[uStart + at] = out[uStart + at]! - light * warmth;
        out[vStart + at] = out[vStart + at]! + light * warmth;
      }
    }
    for (const mote of motes) {
      const turn = TAU * mote.turns * phase + mote.phase;
      const x = mote.x + mote.swing * Math.sin(turn);
      const y = mote.y + mote.swing * 0.6 * Math.cos(turn);
      addMote(out, width, height, x, y, mote.radius, mote.light * (0.7 + 0.3 * Math.sin(turn * 2)));
    }
  };

  return {
    draw(phase, out) {
      const shift = shiftAt(phase);
      const luma = width * height;
      moveRows(still.y, still.width, still.height, out.subarray(0, luma), width, height, (row) => {
        const { x, y } = shift(row / height);
        return { x: SCENE_MARGIN + x, y: SCENE_MARGIN + y };
      });
      const planes = [
        { source: still.u, start: luma },
        { source: still.v, start: luma + luma / 4 },
      ];
      for (const { source, start } of planes) {
        const plane = out.subarray(start, start + luma / 4);
        moveRows(source, still.width / 2, still.height / 2, plane, width / 2, height / 2, (row) => {
          const { x, y } = shift((row * 2) / height);
          return { x: (SCENE_MARGIN + x) / 2, y: (SCENE_MARGIN + y) / 2 };
        });
      }
      drawLight(phase, out);
    },
  };
}
