import { Button, Dialog } from '@klieg/ui';
import { Plural, Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { suggestsReUp } from './re-up-rules.ts';

export interface ReUpSuggestionModalProps {
  /** What a minute of the show costs, in tokens. */
  readonly pricePerMinute: number;
  readonly onClose: () => void;
}

/** Proposes automatic purchases when a private begins; shows nothing where that does not apply (BILLING-062). */
export default function ReUpSuggestionModal({ pricePerMinute, onClose }: ReUpSuggestionModalProps) {
  const current = useMember();
  const isProposed = current !== undefined && suggestsReUp(current, pricePerMinute);
  useEffect(() => {
    if (!isProposed) onClose();
  }, [isProposed, onClose]);
  if (!current || !isProposed) return null;
  return (
    <Dialog
      title={<Trans>Do not run out mid-show</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" onClick={() => openModal('re-up', {})}>
            <Trans>Set up auto re-up</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Plural
          value={Math.floor(current.tokens / pricePerMinute)}
          _0="Your tokens last for less than a minute of this show."
          one="Your tokens last for # minute of this show."
          other="Your tokens last for # minutes of this show."
        />{' '}
        <Trans>You can have more bought automatically, within limits you set.</Trans>
      </p>
    </Dialog>
  );
}
