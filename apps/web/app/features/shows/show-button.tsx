import { Button, TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { ShowsPart } from './shows-part.ts';

/** Asks for a private, with its price on it. */
export const ShowButton = ({ part: { settings, discount }, me, tools }: SlotProps<ShowsPart>) => (
  <Button
    kind="private"
    icon="lock-simple-fill"
    stacked
    note={
      <TokenAmount
        amountTokens={discount?.privatePricePerMinuteInToken ?? settings.private_cost}
        unit={<Trans>/min</Trans>}
      />
    }
    onClick={() =>
      me.kind === 'member'
        ? tools.dispatch({ name: 'page.private-dialog', payload: { isOpen: true } })
        : openModal('signup', { reason: 'private' })
    }
  >
    <Trans>Private</Trans>
  </Button>
);
