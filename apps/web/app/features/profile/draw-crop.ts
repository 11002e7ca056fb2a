import { type Crop, turnedSize } from './crop-rules.ts';

/** Draws the kept part of a picture over a whole square canvas. @param side the square in which it is shown */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop, side: number): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = canvas.width / side;
  const turned = turnedSize(picture, crop, side);
  const [width, height] =
    crop.quarters % 2 === 0 ? [turned.width, turned.height] : [turned.height, turned.width];
  context.resetTransform();
  // Transparent areas become white, as on the server.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(ratio, ratio);
  context.translate(side / 2 + crop.x, side / 2 + crop.y);
  context.rotate((crop.quarters * Math.PI) / 2);
  context.drawImage(picture, -width / 2, -height / 2, width, height);
}

const SENT_SIDE = 640;
const QUALITY = 0.92;

/** The kept part as a file. @throws Error if the browser makes none */
export async function fileOfCrop(picture: ImageBitmap, crop: Crop, side: number): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = SENT_SIDE;
  canvas.height = SENT_SIDE;
  drawCrop(canvas, picture, crop, side);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('the picture could not be drawn');
  return new File([blob], 'avatar.jpg', { type: 'image/jpeg' });
}
