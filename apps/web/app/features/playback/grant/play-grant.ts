import { CallError } from '@klieg/contract/client';
import { api } from '#app/shared/api/client.ts';
import type { Answer } from '#app/shared/api/answers.ts';
import { whenCsrf } from '#app/shared/api/csrf.ts';

/** The right to play for at most a minute, and where. */
export type PlayGrant = Answer<'getStreamToken'>;

/** A grant, or a refusal that another attempt does not change. */
export type PlayAnswer = { readonly grant: PlayGrant } | { readonly refused: string };

/** Asks for a grant; a passing failure is thrown. */
export type AskGrant = () => Promise<PlayAnswer>;

/** Refusals of the moment: the room may come back, another tab has changed the session. */
const PASSING: readonly string[] = ['rooms.offline', 'common.csrf'];

/** Whether another attempt changes nothing. */
export const isFinalRefusal = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.httpStatus >= 400 &&
  error.httpStatus < 500 &&
  // A proxy may say so in its own words.
  error.httpStatus !== 429 &&
  !PASSING.includes(error.code);

/** Asks the server for a fresh grant for a room. */
export async function askPlayGrant(username: string): Promise<PlayAnswer> {
  await whenCsrf();
  try {
    return { grant: await api.getStreamToken({ params: { username }, body: { want: 'ws' } }) };
  } catch (error) {
    if (isFinalRefusal(error)) return { refused: error.code };
    throw error;
  }
}
