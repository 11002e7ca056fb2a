import { formatAmount } from '@klieg/i18n';
import { LowerThird } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { LowerThirdState } from './lower-third-queue.ts';

/** Tips of 100 tokens and more over the picture's lower edge, one at a time. */
export function TipLowerThird({ part, me, tools }: SlotProps<LowerThirdState>) {
  const { i18n } = useLingui();
  const own = me.kind === 'member' ? me.current.user : undefined;
  /** The reader is named as in the chat. */
  const nameOf = (sender: string) => (sender === own?.username ? own.display_name : sender);
  const { shown } = part;
  const { dispatch } = tools;
  useEffect(() => {
    if (!shown) return undefined;
    const isOver = () => dispatch({ name: 'page.tip-over', payload: {} });
    const timer = setTimeout(isOver, shown.stayMs);
    return () => clearTimeout(timer);
  }, [shown, dispatch]);
  return (
    <output>
      {shown && (
        <LowerThird
          key={shown.id}
          amount={formatAmount(shown.amountTokens, i18n.locale)}
          title={
            shown.count > 1 ? (
              <Plural value={shown.count} one="# tip" other="# tips" />
            ) : (
              (shown.sender !== undefined && nameOf(shown.sender)) || <Trans>Someone</Trans>
            )
          }
          note={shown.comment}
        />
      )}
    </output>
  );
}
