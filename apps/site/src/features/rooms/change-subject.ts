import { cleanText } from '@klieg/contract';
import type { Account } from '../identity/index.ts';
import type { RoomHub } from './hub/room-hub.ts';
import type { RoomStore } from './room-store.ts';

export interface Subject {
  readonly subject: string;
  readonly subject_color: string | null;
}

/** Saves a room's subject and tells everybody in it; without a color the earlier one stays. */
export type ChangeSubject = (
  owner: Pick<Account, 'id' | 'username'>,
  text: string,
  color?: string | null,
) => Promise<Subject>;

export const makeChangeSubject =
  (rooms: Pick<RoomStore, 'get' | 'setSubject'>, hub: Pick<RoomHub, 'submit'>): ChangeSubject =>
  async ({ id, username }, text, color) => {
    const kept = {
      subject: cleanText(text).trim(),
      subject_color: color === undefined ? (await rooms.get(id)).subjectColor : color,
    };
    await rooms.setSubject(id, kept.subject, kept.subject_color);
    // Nobody waits for it: a page that this does not reach reads the subject with its next whole.
    void hub.submit(username, { kind: 'state', name: 'v3.chat.subject', payload: kept });
    return kept;
  };
