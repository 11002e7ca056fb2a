import { Button, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { beginSpying } from './begin-spying.ts';
import { canSpy } from './show-rules.ts';
import type { ShowsPart } from './shows-part.ts';

/** Looks into the private that runs, with its price on it. */
export function SpyButton({ part, room, now, me, tools }: SlotProps<ShowsPart>) {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const { settings, show } = part;
  // One still connecting cannot be spied on yet: its start will be announced.
  const isConnecting = me.kind === 'member' && show?.show_id === undefined;
  if (isConnecting || !canSpy({ now, settings }, show?.type)) return null;
  const { cost } = settings.spy;
  const spy = async () => {
    if (me.kind !== 'member') return openModal('signup', { reason: 'spy' });
    setBusy(true);
    await beginSpying({ room, tools, pricePerMinute: cost, i18n });
    setBusy(false);
  };
  return (
    <Button
      stacked
      busy={isBusy}
      note={<TokenAmount amountTokens={cost} unit={<Trans>/min</Trans>} />}
      onClick={() => void spy()}
    >
      <Trans>Spy</Trans>
    </Button>
  );
}
