import { showToast } from '@klieg/ui';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { followTip, followUpOf } from '../tipping/index.ts';

/** Refusals of houses alone; pages without one do not fetch their texts. */
const sentences: Readonly<Record<string, MessageDescriptor>> = {
  'shows.no_voyeur_room': msg`This room no longer shows cameras. Nothing was charged.`,
  'shows.control_taken': msg`No turn is free now. Nothing was charged.`,
  'rooms.offline': msg`This camera has no picture now. Nothing was charged.`,
  'rooms.banned': msg`You cannot do this in this room.`,
  'common.price_changed': msg`The price has changed. Check it, and press again.`,
};

/** Says why a press was refused, or does what a refused spend asks for. */
export function tellRefusal(error: unknown, i18n: I18n): void {
  const known = sentences[codeOf(error) ?? ''];
  if (known) return void showToast({ content: i18n._(known), appearance: 'error' });
  const followUp = followUpOf(error);
  if (followUp.kind === 'error') showToast({ content: explainError(error, i18n), appearance: 'error' });
  else followTip(followUp, i18n, 'show');
}
