import type { ModelDocument, Onboarding } from '@klieg/contract';
import { Field, type IconName, Input, Segments } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { DocumentCard } from './document-card.tsx';

export interface StepProps {
  readonly onboarding: Onboarding;
  readonly isLocked: boolean;
  /** Reads the state again. */
  readonly onChanged: () => void;
}

interface CardProps extends StepProps {
  readonly kind: ModelDocument;
  readonly title: string;
  readonly hint: ReactNode;
  readonly icon?: IconName;
  readonly camera?: 'user' | 'environment';
  readonly takesPdf?: boolean;
  readonly expiresOn?: string;
}

/** A document of a model, which is sent as soon as it is chosen. */
function Paper({ kind, onboarding, onChanged, expiresOn = '', ...card }: CardProps) {
  const send = async (file: File) => {
    const form = new FormData();
    form.append('kind', kind);
    if (expiresOn !== '') form.append('expires_on', expiresOn);
    form.append('file', file);
    await lateApi.sendDocument({ form });
    onChanged();
  };
  return (
    <DocumentCard
      icon="image"
      camera="environment"
      {...card}
      isThere={onboarding.documents.includes(kind)}
      onSend={send}
    />
  );
}

/** A passport, or both sides of a card, with its expiry date. */
export function IdentityStep(props: StepProps) {
  const { t } = useLingui();
  const { documents } = props.onboarding;
  const [way, setWay] = useState<'card' | 'passport'>(documents.includes('passport') ? 'passport' : 'card');
  const [expiresOn, setExpiresOn] = useState('');
  const ends = { ...props, expiresOn };
  return (
    <>
      {!props.isLocked && (
        <div className="form-columns">
          <Field label={<Trans>Document</Trans>} group>
            <Segments
              full
              label={t`Document`}
              value={way}
              onChange={setWay}
              options={[
                { value: 'card', text: t`Card, both sides` },
                { value: 'passport', text: t`Passport` },
              ]}
            />
          </Field>
          <Field
            label={<Trans>Valid until</Trans>}
            hint={<Trans>As printed on it. Enter it before the picture.</Trans>}
          >
            <Input type="date" value={expiresOn} onChange={(event) => setExpiresOn(event.target.value)} />
          </Field>
        </div>
      )}
      {way === 'passport' ? (
        <Paper
          {...ends}
          kind="passport"
          title={t`Passport`}
          hint={<Trans>The page with your picture, all four corners in view.</Trans>}
        />
      ) : (
        <>
          <Paper
            {...ends}
            kind="id_front"
            title={t`Front`}
            hint={<Trans>All four corners in view, nothing covered.</Trans>}
          />
          <Paper
            {...ends}
            kind="id_back"
            title={t`Back`}
            hint={<Trans>The number must be readable.</Trans>}
          />
        </>
      )}
    </>
  );
}

export function SelfieStep(props: StepProps) {
  const { t } = useLingui();
  return (
    <Paper
      {...props}
      kind="selfie_with_id"
      icon="user"
      camera="user"
      title={t`You, holding it`}
      hint={<Trans>Face and document in one picture.</Trans>}
    />
  );
}

export function AddressStep(props: StepProps) {
  const { t } = useLingui();
  return (
    <Paper
      {...props}
      kind="address_proof"
      icon="house"
      takesPdf
      title={t`Proof of your address`}
      hint={<Trans>A bill or an official letter, not older than three months.</Trans>}
    />
  );
}

export function TaxStep(props: StepProps) {
  const { t } = useLingui();
  return (
    <Paper
      {...props}
      kind="tax_form"
      icon="receipt"
      takesPdf
      title={t`Tax form`}
      hint={<Trans>W-9 in the United States, W-8BEN everywhere else, filled in and signed.</Trans>}
    />
  );
}
