import { Button, Checkbox, ConfirmDialog, Field, Input } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useOverlayAddress } from './use-overlay-address.ts';

interface NewAddressDialogProps {
  readonly isBusy: boolean;
  readonly onRenew: () => void;
  readonly onClose: () => void;
}

/** Asks once before the address that encoders use ends. */
const NewAddressDialog = ({ isBusy, onRenew, onClose }: NewAddressDialogProps) => (
  <ConfirmDialog
    title={<Trans>Create a new address?</Trans>}
    yes={<Trans>Create a new one</Trans>}
    no={<Trans>Keep the old one</Trans>}
    isBusy={isBusy}
    onYes={onRenew}
    onClose={onClose}
  >
    <Trans>
      The old one stops at once: OBS shows a note in its place until you paste the new one, which is copied
      for you.
    </Trans>
  </ConfirmDialog>
);

/** Where the performer gets the address that shows her goal inside of OBS. */
export function OverlayAddress() {
  const { isBusy, shown, copy } = useOverlayAddress();
  const [hasSound, setSound] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const renew = async () => {
    await copy({ hasSound, renew: true });
    setAsking(false);
  };
  return (
    <section className="goal-address" aria-labelledby="goal-address-label">
      <span className="label" id="goal-address-label">
        <Trans>Overlay for OBS</Trans>
      </span>
      <p className="small text-ink-2">
        <Trans>
          Add this address as a browser source, for example 800 by 240. Anyone who has it sees your goal and
          nothing else.
        </Trans>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="small"
          icon="copy"
          busy={isBusy && !isAsking}
          onClick={() => void copy({ hasSound, renew: false })}
        >
          <Trans>Copy address</Trans>
        </Button>
        <Button size="small" onClick={() => setAsking(true)}>
          <Trans>New address</Trans>
        </Button>
        <Checkbox checked={hasSound} onChange={(event) => setSound(event.target.checked)}>
          <Trans>With sound</Trans>
        </Checkbox>
      </div>
      {shown !== undefined && (
        <Field
          label={<Trans>Address</Trans>}
          hint={<Trans>Your browser did not let us copy it. Copy it here.</Trans>}
        >
          <Input readOnly value={shown} onFocus={(event) => event.target.select()} />
        </Field>
      )}
      {isAsking && (
        <NewAddressDialog isBusy={isBusy} onRenew={() => void renew()} onClose={() => setAsking(false)} />
      )}
    </section>
  );
}
