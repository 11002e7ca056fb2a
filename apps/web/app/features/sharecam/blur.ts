/** A picture with too few pixels to recognise anybody; it is enlarged smoothly. */
const COARSE = { width: 24, height: 18 } as const;
const SENT = { width: 640, height: 480 } as const;
const PICTURE_MS = 66;

const canvasOf = ({ width, height }: { readonly width: number; readonly height: number }) =>
  Object.assign(document.createElement('canvas'), { width, height });

/**
 * The whole picture of a camera, blurred. What leaves is drawn from two dozen points across, so nothing of the camera
 * itself can be won back from it.
 */
export function makeBlur(source: MediaStream): { readonly stream: MediaStream; stop(): void } {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream(source.getVideoTracks());
  void video.play().catch(() => undefined);
  const [coarse, sent] = [canvasOf(COARSE), canvasOf(SENT)];
  const [small, large] = [coarse.getContext('2d')!, sent.getContext('2d')!];
  large.imageSmoothingQuality = 'high';
  const draw = (): void => {
    small.drawImage(video, 0, 0, COARSE.width, COARSE.height);
    large.drawImage(coarse, 0, 0, SENT.width, SENT.height);
  };
  draw();
  // A hidden page draws once a second, which the other side takes for a slow camera and not for a lost one.
  const timer = setInterval(draw, PICTURE_MS);
  const stream = sent.captureStream(1_000 / PICTURE_MS);
  return {
    stream,
    stop() {
      clearInterval(timer);
      for (const track of stream.getTracks()) track.stop();
      video.srcObject = null;
    },
  };
}
