import { type QualityFault, qualityFault } from './quality-rules.ts';

/** Size of the small copy that is analysed. */
const SIDE = 160;

/** Looks at a picture before it is sent; what cannot be drawn here is left to the server. */
export async function lookAtPicture(file: File): Promise<QualityFault | undefined> {
  if (!file.type.startsWith('image/')) return undefined;
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.drawImage(picture, 0, 0, SIDE, SIDE);
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  const light = new Uint8Array(SIDE * SIDE);
  for (let i = 0; i < light.length; i++)
    light[i] = (data[i * 4]! * 299 + data[i * 4 + 1]! * 587 + data[i * 4 + 2]! * 114) / 1_000;
  return qualityFault(picture, light, SIDE);
}
