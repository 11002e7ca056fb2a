import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { ChatState } from '../state/chat-state.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { loadPart } from '#app/shared/lazy-part.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useSiteConfig } from '#app/shared/site.ts';
import type { LineActs } from './line-acts.tsx';

const loadDeeds = withTexts(() => import('./line-deeds.ts'));

/** The reader's actions on the lines of this room. */
export function useLineActs({ room, me, tools }: Omit<SlotProps<ChatState>, 'part' | 'now'>): LineActs {
  const { i18n } = useLingui();
  const { username } = room.user;
  const { dispatch } = tools;
  const isMember = me.kind === 'member';
  const canTranslate = (useSiteConfig()?.switches.translate ?? false) && isMember;
  const canModerate = room.viewer.can_moderate || tools.place === 'studio';
  const mayPay = isMember && !room.viewer.is_owner;
  return useMemo<LineActs>(() => {
    const deed = (name: 'translateLine' | 'removeLine' | 'pinLine') => async (id: string) => {
      try {
        const deeds = await loadPart(loadDeeds);
        return (await deeds[name](username, id, i18n)) ?? undefined;
      } catch (error) {
        showToast({ content: explainError(error, i18n), appearance: 'error' });
        return undefined;
      }
    };
    return {
      ...(canTranslate && { translate: deed('translateLine') }),
      ...(canModerate && { remove: deed('removeLine'), pin: deed('pinLine') }),
      ...(!canModerate &&
        mayPay && {
          highlight: (entry) => dispatch({ name: 'page.highlight-asked', payload: { entry } }),
        }),
    };
  }, [canTranslate, canModerate, mayPay, username, dispatch, i18n]);
}
