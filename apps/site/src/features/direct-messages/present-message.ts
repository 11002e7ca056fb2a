import type { callsByFeature, AnswerOf } from '@klieg/contract';
import { type AccountId, toInstant } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import type { Message } from './message.ts';
import type { Partner } from './partner.ts';

type Shown = AnswerOf<(typeof callsByFeature)['direct-messages']['readConversation']>['items'][number];

/** Path of an image; its name carries the size, so that a page leaves the right space. */
export const imageUrl = (image: NonNullable<Message['image']>): string =>
  `/files/pm/${image.id}-${image.width}x${image.height}.jpg`;

/** Name of an image in the blob store. */
export const imageBlob = (id: string): string => `pm/${id}.jpg`;

/** A message as one of its two people sees it; there are no read receipts. */
export function presentMessage(message: Message, person: Account, partner: Partner): Shown {
  const isMine = message.senderId === (person.id as AccountId);
  const [from, to] = isMine ? [person, partner] : [partner, person];
  const { isTakenBack } = message;
  return {
    id: message.id,
    from: from.username,
    to: to.username,
    text: isTakenBack ? '' : message.text,
    image_url: isTakenBack || !message.image ? null : imageUrl(message.image),
    at: toInstant(message.at),
    read_at: isMine || !message.readAt ? null : toInstant(message.readAt),
    tip: message.tipTokens,
    deleted: isTakenBack,
    client_id: isMine ? message.clientId : null,
  };
}
