/** The low 32 bits of a time as 16 x 2 black and white cells at the top of the picture. */
const COLUMNS = 16;
const ROWS = 2;

export function drawTime(context, width, timeMs) {
  const side = width / COLUMNS;
  const bits = timeMs >>> 0;
  for (let i = 0; i < COLUMNS * ROWS; i++) {
    context.fillStyle = (bits >>> (31 - i)) & 1 ? '#fff' : '#000';
    context.fillRect((i % COLUMNS) * side, Math.floor(i / COLUMNS) * side, side, side);
  }
}

const reader = document.createElement('canvas');
reader.width = COLUMNS * 10;
reader.height = ROWS * 10;
const readerContext = reader.getContext('2d', { willReadFrequently: true });

/** Milliseconds since the time in the picture; undefined when it cannot be read. */
export function readAgeMs(video) {
  if (!video.videoWidth) return undefined;
  const codeHeight = (video.videoWidth / COLUMNS) * ROWS;
  readerContext.drawImage(video, 0, 0, video.videoWidth, codeHeight, 0, 0, reader.width, reader.height);
  const { data } = readerContext.getImageData(0, 0, reader.width, reader.height);
  let bits = 0;
  for (let i = 0; i < COLUMNS * ROWS; i++) {
    const x = (i % COLUMNS) * 10 + 5;
    const y = Math.floor(i / COLUMNS) * 10 + 5;
    bits = bits * 2 + (data[(y * reader.width + x) * 4 + 1] > 128 ? 1 : 0);
  }
  const age = (Date.now() >>> 0) - bits;
  return age >= 0 && age < 60_000 ? age : undefined;
}
