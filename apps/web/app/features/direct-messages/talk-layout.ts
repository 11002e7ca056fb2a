import { formatDay } from '@klieg/i18n';
import type { TalkMessage } from './talk-state.ts';

/** Messages of one person within this time are grouped. */
const RUN_MS = 5 * 60_000;

/** A message with what is shown above it. */
export interface LaidMessage {
  readonly message: TalkMessage;
  /** First of a run: picture, name and time are shown. */
  readonly isFirst: boolean;
  /** A new day begins. */
  readonly isNewDay: boolean;
  /** Everything from here on was new when the conversation was opened. */
  readonly isNewFrom: boolean;
}

const dayOf = (at: number): string => new Date(at).toDateString();

/** Cuts a conversation into days and runs. @param newFromId first message that was unread, if any */
export const layTalk = (
  messages: readonly TalkMessage[],
  newFromId: string | undefined,
): readonly LaidMessage[] =>
  messages.map((message, place) => {
    const before = messages[place - 1];
    const isNewDay = !before || dayOf(before.at) !== dayOf(message.at);
    const isNewFrom = message.id === newFromId;
    return {
      message,
      isNewDay,
      isNewFrom,
      isFirst: isNewDay || isNewFrom || before.isMine !== message.isMine || message.at - before.at > RUN_MS,
    };
  });

/** The first message of the partner's that is not read. */
export const firstUnread = (messages: readonly TalkMessage[]): string | undefined =>
  messages.find(({ isMine, isRead }) => !isMine && !isRead)?.id;

/** Width and height that a picture's name carries, so that it has its space before it is there. */
export function pictureSize(url: string): { readonly width: number; readonly height: number } | undefined {
  const [, width, height] = /-(\d{1,4})x(\d{1,4})\.jpg$/u.exec(url) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

/** Own messages are taken back for both within this time (S2905). */
const TAKE_BACK_MS = 15 * 60_000;

/** True when deleting the message takes it from both. */
export const isTakenBack = ({ isMine, at }: TalkMessage, now: number): boolean =>
  isMine && now - at < TAKE_BACK_MS;

/** Hour and minute, such as 12:04. */
export const timeOf = (at: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false }).format(at);

/** What a list shows of a time: the clock of today, else the day. */
export const shortMoment = (at: number, locale: string, now: Date = new Date()): string =>
  dayOf(at) === now.toDateString() ? timeOf(at, locale) : formatDay(at, locale, now);
