import { lateApi } from '../../shared/api/late-client.ts';
import type { AskToSend } from './own-camera.ts';
import type { OwnTold } from './sharecam-part.ts';

/** Asks the performer to look. @throws CallError */
export async function askToShare(
  username: string,
  hasSound: boolean,
): Promise<Pick<OwnTold, 'id' | 'until' | 'hasSound'>> {
  const answer = await lateApi.requestSharecam({ params: { username }, body: { audio: hasSound } });
  return { id: answer.request_id, until: Date.parse(answer.expires_at), hasSound };
}

/** Address and token for sending this request's camera. */
export const askToSend =
  (username: string, requestId: string): AskToSend =>
  () =>
    lateApi.publishSharecam({ params: { username }, body: { request_id: requestId } });

/** Takes a request back or ends the camera; of `viewer` for the performer. */
export const stopSharing = (username: string, viewer?: string) =>
  lateApi.stopSharecam({ params: { username }, body: viewer === undefined ? {} : { viewer } });
