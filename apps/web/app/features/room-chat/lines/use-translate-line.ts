import type { Locale } from '@klieg/contract';
import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { useSiteConfig } from '#app/shared/site.ts';
import type { LineActs } from './line-acts.tsx';

/** Lines of a room in the reader's language; undefined for guests and where the site has no translator. */
export function useTranslateLine(room: string): LineActs['translate'] {
  const { i18n } = useLingui();
  const isMember = useMember() !== undefined;
  const canTranslate = useSiteConfig()?.switches.translate ?? false;
  return useMemo(() => {
    if (!isMember || !canTranslate) return undefined;
    return (id) =>
      api.translateLine({ body: { message_id: id, to: i18n.locale as Locale, room } }).then(
        ({ text }) => text,
        (error: unknown) => {
          showToast({ content: explainError(error, i18n), appearance: 'error' });
          return undefined;
        },
      );
  }, [isMember, canTranslate, room, i18n]);
}
