import type { I18n } from '@lingui/core';
import type { Locale } from '@klieg/contract';
import { showToast } from '@klieg/ui';
import { moderate } from '../moderation/use-moderate.ts';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';

/* Actions on a room's lines; loaded with the first press. Refusals are shown. */

/** Takes a line away for everybody. */
export const removeLine = (room: string, id: string, i18n: I18n): Promise<void> =>
  moderate(api.deleteLine({ params: { username: room, id }, body: {} }), i18n);

/** Highlights a line for a minute, free, for those who moderate. */
export const pinLine = (room: string, id: string, i18n: I18n): Promise<void> =>
  moderate(api.pinLine({ params: { username: room, id }, body: {} }), i18n);

/** A line in the reader's language; undefined when that failed. */
export const translateLine = (room: string, id: string, i18n: I18n): Promise<string | undefined> =>
  api.translateLine({ body: { message_id: id, to: i18n.locale as Locale, room } }).then(
    ({ text }) => text,
    (error: unknown) => {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
      return undefined;
    },
  );
