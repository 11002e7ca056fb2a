import {
  PLACEHOLDER_SHAPES,
  type PlaceholderShape,
  placeholdersOf,
} from '@klieg/contract/features/broadcast/placeholders';
import type { FastifyInstance } from 'fastify';

const ADDRESS = /^(|wide-|square-)([1-9]\d?)\.svg$/;
const SIZES: Readonly<Record<PlaceholderShape, readonly [width: number, height: number]>> = {
  standard: [400, 300],
  wide: [480, 270],
  square: [300, 300],
};
const YEAR_SECONDS = 31_536_000;
/** Neighbours in number are far apart in color. */
const GOLDEN_ANGLE = 137.508;

/** A number from 0 to 1 that follows from two, and looks like chance. */
const chance = (variant: number, at: number): number => {
  const value = Math.sin(variant * 12.9898 + at * 78.233) * 43_758.5453;
  return value - Math.floor(value);
};

/** Soft lights on a dark stage: like a picture completely out of focus. */
function drawPlaceholder(variant: number, shape: PlaceholderShape): string {
  const [width, height] = SIZES[shape];
  const hue = (variant * GOLDEN_ANGLE) % 360;
  const color = (turn: number, lightness: number) =>
    `hsl(${Math.round((hue + turn) % 360)} 45% ${Math.round(lightness)}%)`;
  const lights = [0, 1, 2, 3].map((at) => {
    const [x, y, size] = [
      chance(variant, at) * width,
      chance(variant, at + 10) * height,
      120 + chance(variant, at + 20) * 140,
    ];
    const stops = `<stop stop-color="${color(at * 25, 30 + chance(variant, at + 30) * 25)}" stop-opacity=".8"/><stop offset="1" stop-color="${color(at * 25, 20)}" stop-opacity="0"/>`;
    return {
      paint: `<radialGradient id="l${at}">${stops}</radialGradient>`,
      shape: `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(size)}" fill="url(#l${at})"/>`,
    };
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<defs>${lights.map(({ paint }) => paint).join('')}</defs>`,
    `<rect width="${width}" height="${height}" fill="${color(0, 12)}"/>`,
    ...lights.map(({ shape }) => shape),
    '</svg>',
  ].join('');
}

/** Shape and number in an address; undefined where there is no such picture. */
function readAddress(
  file: string,
): { readonly shape: PlaceholderShape; readonly variant: number } | undefined {
  const [, start, number] = ADDRESS.exec(file) ?? [];
  const shape = (Object.keys(SIZES) as PlaceholderShape[]).find((one) => PLACEHOLDER_SHAPES[one] === start);
  if (shape === undefined || Number(number) > placeholdersOf(shape)) return undefined;
  return { shape, variant: Number(number) };
}

/** GET /api/v1/placeholder/{1 to 80}.svg, wide-{1 to 50}.svg and square-{1 to 50}.svg: pictures that never change. */
export function servePlaceholders(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/api/v1/placeholder/:file', (request, reply) => {
    const asked = readAddress(request.params.file);
    if (!asked) return reply.status(404).header('cache-control', 'no-store').send();
    return reply
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .type('image/svg+xml')
      .send(drawPlaceholder(asked.variant, asked.shape));
  });
}
