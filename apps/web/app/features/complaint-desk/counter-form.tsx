import { Button, Field, Input, Notice, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';

const STATEMENT_MIN = 20;
const NAME_MIN = 2;
const ADDRESS_MIN = 10;

/** A counter-notice: the copyright removal was a mistake. */
export function CounterForm({ id, onSent }: { readonly id: string; readonly onSent: () => void }) {
  const { t, i18n } = useLingui();
  const [statement, setStatement] = useState('');
  const [signature, setSignature] = useState('');
  const [address, setAddress] = useState('');
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const faultOf = (text: string, min: number, words: string) =>
    isSent && text.trim().length < min ? words : undefined;
  const isShort =
    statement.trim().length < STATEMENT_MIN ||
    signature.trim().length < NAME_MIN ||
    address.trim().length < ADDRESS_MIN;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (isShort) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const body = {
        media_id: id,
        statement: statement.trim(),
        signature: signature.trim(),
        address: address.trim(),
      };
      await lateApi.sendCounterNotice({ body });
      onSent();
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  return (
    <form className="form" noValidate onSubmit={(event) => void send(event)}>
      <p className="small text-ink-2">
        <Trans>
          Under penalty of perjury you say that this was removed by mistake, and agree that the courts of your
          address decide. The complainant is told. Where we accept it, it is shown again after ten business
          days, unless the complainant goes to court.
        </Trans>
      </p>
      <Field
        label={<Trans>Why it was a mistake</Trans>}
        error={faultOf(statement, STATEMENT_MIN, t`Please explain in a few words.`)}
      >
        <TextArea
          rows={4}
          maxLength={4_000}
          value={statement}
          onChange={(event) => setStatement(event.target.value)}
        />
      </Field>
      <Field
        label={<Trans>Your postal address</Trans>}
        error={faultOf(address, ADDRESS_MIN, t`Type your full address.`)}
      >
        <Input
          autoComplete="street-address"
          maxLength={300}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <Field
        label={<Trans>Signature</Trans>}
        hint={<Trans>Your full name, typed</Trans>}
        error={faultOf(signature, NAME_MIN, t`Type your full name.`)}
      >
        <Input
          autoComplete="off"
          maxLength={80}
          value={signature}
          onChange={(event) => setSignature(event.target.value)}
        />
      </Field>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      <Button type="submit" kind="key" busy={isBusy}>
        <Trans>Send the counter-notice</Trans>
      </Button>
    </form>
  );
}
