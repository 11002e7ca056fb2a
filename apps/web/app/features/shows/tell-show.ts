import { showToast, type ToastSpec } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Payload } from '@klieg/contract';
import { meStore } from '../../shared/me/me-store.ts';
import { privateRoom } from '../../shared/private-room.ts';
import { track } from '../../shared/track.ts';
import type { EffectTools } from '../../shared/room-module/room-module.ts';
import { isBeginningToSpy } from './begin-spying.ts';
import { followFailedStart } from './tell-refusal.ts';
import type { ShowEvent, ShowsPart } from './shows-part.ts';

export interface TellingOfShow {
  readonly event: ShowEvent;
  readonly before: ShowsPart;
  readonly after: ShowsPart;
  readonly tools: Pick<EffectTools, 'text' | 'dispatch'>;
}

type Reason = Payload<'v3.private.end'>['reason_ended'];

/** How the payer is told about the end of a private; an unknown reason reads as out of tokens (SHOWS-034). */
const ENDED: Readonly<Record<Reason, MessageDescriptor>> = {
  user_ended: msg`You ended the private chat, sending you back to the public room`,
  model_ended: msg`The performer ended the private chat, sending you back to the public room`,
  out_of_tokens: msg`Your tokens ran out, sending you back to the public room`,
  unpublish: msg`The picture ended, sending you back to the public room`,
  user_left: msg`You were away for too long, and the private chat has ended`,
};

const EXPIRED: Readonly<Record<Payload<'v3.private.expired'>['reason'], MessageDescriptor>> = {
  timeout: msg`The request was not answered. Nothing was charged.`,
  canceled: msg`The request was withdrawn. Nothing was charged.`,
  taken: msg`A private with someone else has begun. Nothing was charged.`,
  offline: msg`A private is not possible now. Nothing was charged.`,
};

const amIPayer = (): boolean => {
  const me = meStore.get();
  return me.kind === 'member' && me.current.user.type !== 'model';
};

/** News not about a viewer's own show is shown in the studio's own module. */
function toastOf({ event, before, after, tools }: TellingOfShow): ToastSpec | undefined {
  const { text } = tools;
  const isKnown = after.news !== before.news;
  switch (event.name) {
    case 'v3.private.declined': {
      const { username } = event.payload;
      return isKnown ? { content: text(msg`${username} declined your private chat request`) } : undefined;
    }
    case 'v3.private.expired':
      return isKnown && amIPayer() ? { content: text(EXPIRED[event.payload.reason]) } : undefined;
    case 'v3.private.request_failed': {
      if (!isKnown) return undefined;
      const why = followFailedStart(event.payload.errorType);
      const title = text(msg`Failed to start private`);
      return why
        ? { title, content: text(why), appearance: 'error' }
        : { content: title, appearance: 'error' };
    }
    case 'v3.private.end':
      return isKnown && amIPayer()
        ? { content: text(ENDED[event.payload.reason_ended] ?? ENDED.out_of_tokens) }
        : undefined;
    case 'v3.spy.end':
      if (isBeginningToSpy()) return undefined;
      return { content: text(msg`The spy chat has ended, sending you back to public chat`) };
    case 'v3.private.ping': {
      const { from, kind, cost_per_minute: price } = event.payload;
      if (kind === 'viewer_asks') return { content: text(msg`${from} would like a private with you`) };
      return {
        title: text(msg`${from} invites you to a private`),
        content: price
          ? text(msg`${price} tokens a minute. Press here to ask.`)
          : text(msg`Press here to ask.`),
        autoDismiss: false,
        showClose: true,
        onClick: () => tools.dispatch({ name: 'page.private-dialog', payload: { isOpen: true } }),
      };
    }
    default:
      return undefined;
  }
}

/** Only the two people in a private know what it has cost so far. */
const isOwnShow = (show: ShowsPart['show']): boolean =>
  (show?.tokens_charged ?? show?.prepaid_seconds) !== undefined;

/** Announces what has happened, and offers a rating after the end of a private (SHOWS-039). */
export function tellShow(telling: TellingOfShow): void {
  const { after, event, tools } = telling;
  privateRoom.path = isOwnShow(after.show) ? location.pathname : undefined;
  if (event.name === 'page.private-dialog' && event.payload.isOpen) track('private_open');
  const toast = toastOf(telling);
  if (toast) showToast(toast);
  if (event.name === 'v3.private.end' && event.payload.can_rate === true)
    tools.dispatch({ name: 'page.rating-shown', payload: { isShown: true, showId: event.payload.show_id } });
}
