import { openWhepSession, type WhepSession } from './whep-session.ts';

/** A connection without a picture by then does not take over. */
const PICTURE_MS = 10_000;

/** Resolves when a video would show the first picture of the stream. @throws Error if none comes in time */
function hasPicture(stream: MediaStream): Promise<void> {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no picture came')), PICTURE_MS);
    video.addEventListener('loadeddata', () => {
      clearTimeout(timer);
      resolve();
    });
    void video.play().catch(() => undefined);
  }).finally(() => {
    video.srcObject = null;
  });
}

/**
 * A session that takes over from one whose process ends: it is there when it has a picture.
 * @throws Error, and whatever `openWhepSession` throws
 */
export async function openNextSession(endpoint: string, token: string): Promise<WhepSession> {
  const session = await openWhepSession(endpoint, token);
  try {
    await hasPicture(session.stream);
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}
