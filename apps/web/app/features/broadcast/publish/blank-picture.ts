/** Pictures a second: enough that a stream never freezes. */
const RATE = 5;

/**
 * A black picture to replace a switched-off camera, so that the broadcast continues with its sound: a track that is
 * only disabled soon sends nothing any more.
 * @returns the track, and what ends it
 */
export function makeBlankPicture(): { readonly track: MediaStreamTrack; readonly stop: () => void } {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 480;
  const context = canvas.getContext('2d')!;
  let isEven = false;
  const draw = () => {
    isEven = !isEven;
    // A picture that is the same to the last point may be left out on the way.
    context.fillStyle = isEven ? '#000000' : '#010101';
    context.fillRect(0, 0, canvas.width, canvas.height);
  };
  draw();
  const timer = setInterval(draw, 1_000 / RATE);
  const track = canvas.captureStream(RATE).getVideoTracks()[0]!;
  return {
    track,
    stop() {
      clearInterval(timer);
      track.stop();
    },
  };
}
