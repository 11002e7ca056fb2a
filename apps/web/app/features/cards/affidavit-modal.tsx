import { Button, Checkbox, Dialog, Field, Input, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { cardsNews } from './cards-news.ts';

export interface AffidavitModalProps {
  readonly id: string;
  /** The card as lists name it. */
  readonly name: string;
  readonly onClose: () => void;
}

/** The holder of a card swears that it is theirs (BILLING-045). */
export default function AffidavitModal({ id, name, onClose }: AffidavitModalProps) {
  const { t, i18n } = useLingui();
  const [signature, setSignature] = useState('');
  const [isAccepted, setAccepted] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const isReady = signature.trim().length >= 2 && isAccepted;
  const sign = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await lateApi.signCard({ params: { id }, body: { signature: signature.trim(), accepted: true } });
      cardsNews.tell();
      showToast({ content: t`The card is confirmed as yours.`, appearance: 'success' });
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog title={<Trans>Confirm that {name} is yours</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void sign(event)}>
        <p>
          <Trans>
            I am the holder of this card, or may use it, and I authorize the charges that are made with it
            from this account.
          </Trans>
        </p>
        <Field
          label={<Trans>Your full name</Trans>}
          hint={<Trans>It is kept with the time and your IP address.</Trans>}
          error={error === undefined ? undefined : explainError(error, i18n)}
        >
          <Input
            autoComplete="name"
            maxLength={80}
            value={signature}
            onChange={(event) => setSignature(event.target.value)}
          />
        </Field>
        <Checkbox checked={isAccepted} onChange={(event) => setAccepted(event.target.checked)}>
          <Trans>This is true, and the name stands for my signature.</Trans>
        </Checkbox>
        <Button type="submit" kind="key" busy={isBusy} disabled={!isReady}>
          <Trans>Sign</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
