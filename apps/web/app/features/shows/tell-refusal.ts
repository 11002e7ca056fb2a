import { showToast } from '@klieg/ui';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { codeOf, explainError, type Sentences } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { followTip, followUpOf, tellSpendWith } from '../tipping/index.ts';

/** Refusals of shows alone; pages without one do not fetch their texts. */
const sentences: Sentences = {
  'shows.already_requested': msg`You have already sent a request.`,
  'shows.in_show': msg`You are already in a show, or have asked for one. End it first.`,
  'shows.request_gone': msg`This request is no longer open.`,
  'shows.viewer_cannot_pay': msg`The viewer cannot pay for the first minutes any more.`,
  'shows.not_running': msg`No show is running.`,
  'shows.ping_limit': msg`You have just done that. Wait a minute.`,
  'shows.discount_running': msg`A discount is already running. End it first.`,
  'shows.spy_unavailable': msg`Spying is not available now.`,
  'rooms.banned': msg`You cannot do this in this room.`,
};

/** Says why a press was refused, or does what a refused spend asks for. */
export const tellRefusal = tellSpendWith(sentences, 'show');

/** Refusals after which nobody can ask in this room now, however often they try. */
const ENDS_ASKING: ReadonlySet<string | undefined> = new Set([
  'shows.private_unavailable',
  'shows.already_requested',
  'shows.in_show',
  'rooms.banned',
]);

/**
 * A private that could not be asked for: its toast (ERRORS-057), then what the kind of refusal asks for (ERRORS-011).
 * @returns why, where it can be asked for again: the dialog stays open and says it
 */
export function tellFailedPrivate(error: unknown, i18n: I18n): string | undefined {
  const title = i18n._(msg`Failed to start private`);
  const followUp = followUpOf(error);
  const why = explainError(error, i18n, sentences);
  const isAnswer = followUp.kind === 'error' || followUp.kind === 'nothing';
  if (isAnswer && !ENDS_ASKING.has(codeOf(error))) {
    showToast({ content: title, appearance: 'error' });
    return why;
  }
  if (isAnswer || followUp.kind === 'unavailable') {
    showToast(
      why === title ? { content: title, appearance: 'error' } : { title, content: why, appearance: 'error' },
    );
    return undefined;
  }
  showToast({ content: title, appearance: 'error' });
  followTip(followUp, i18n, 'show');
  return undefined;
}

/** What the server says failed after it had taken the request, by its kind (SHOWS-013). */
export function followFailedStart(errorType: string): MessageDescriptor | undefined {
  switch (errorType) {
    case 'not_enough_tokens':
      openModal('tokens', { missingTokens: 0, missingFor: 'show' });
      return undefined;
    case 'postpay_card_fail':
      openModal('postpay-card', {});
      return undefined;
    case 'over_daily_limit':
      openModal('daily-limit-verify', {});
      return undefined;
    case 'user_daily_limit':
      openModal('daily-low-limit', {});
      return undefined;
    case 'media_failed':
      return msg`No video came. Nothing was charged.`;
    case 'in_show':
      return msg`You are already in a show. Nothing was charged.`;
    case 'tip_geo_block_receiver':
    case 'tip_geo_block_sender':
      return msg`Tokens cannot be spent here from where you are. Nothing was charged.`;
    default:
      return msg`Nothing was charged.`;
  }
}
