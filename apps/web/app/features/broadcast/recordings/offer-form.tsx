import { Button, Dialog, Field, Input, Notice, Select, TokenGlyph } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { FAN_LEVELS, LEVEL_NAMES, levelNamed } from '../../fan-club/index.ts';
import { NAME_MAX, type OfferFault, offerOf, type OfferValues } from './offer-rules.ts';

interface PublishFormProps {
  readonly id: string;
  /** Initial value of the name. */
  readonly name: string;
  readonly onPublished: () => void;
  readonly onClose: () => void;
}

interface FieldsProps {
  readonly values: OfferValues;
  readonly set: (change: Partial<OfferValues>) => void;
  readonly fault: OfferFault | undefined;
}

const tokenGlyph = (
  <span className="tokens">
    <TokenGlyph />
  </span>
);

function Fields({ values, set, fault }: FieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <Field label={<Trans>Name</Trans>} error={fault === 'name' && <Trans>Give it a name.</Trans>}>
        <Input
          maxLength={NAME_MAX}
          value={values.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field
        label={<Trans>Price</Trans>}
        hint={<Trans>Tokens. You get 80% of what is paid.</Trans>}
        error={fault === 'price' && <Trans>A whole number from 0 to 20,000.</Trans>}
      >
        <Input
          inputMode="numeric"
          prefix={tokenGlyph}
          value={values.price}
          onChange={(event) => set({ price: event.target.value })}
        />
      </Field>
      <Field
        label={<Trans>Included in your fan club</Trans>}
        hint={<Trans>Members of this level and above see it without paying.</Trans>}
      >
        <Select
          value={values.level ?? ''}
          onChange={(event) => set({ level: levelNamed(event.target.value) ?? null })}
        >
          <option value="">{t`Not included`}</option>
          {FAN_LEVELS.map((level) => (
            <option key={level} value={level}>
              {t(LEVEL_NAMES[level])}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={<Trans>Tags</Trans>}
        hint={<Trans>Up to ten, separated by commas.</Trans>}
        error={
          fault === 'tags' && <Trans>Up to ten tags, each with up to 32 letters, digits and dashes.</Trans>
        }
        optional
      >
        <Input value={values.tags} onChange={(event) => set({ tags: event.target.value })} />
      </Field>
    </>
  );
}

/** What a recording is to be sold as. */
export function PublishForm({ id, name, onPublished, onClose }: PublishFormProps) {
  const { i18n } = useLingui();
  const [values, setValues] = useState<OfferValues>({ name, price: '100', level: null, tags: '' });
  const [fault, setFault] = useState<OfferFault>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const read = offerOf(values);
    if ('fault' in read) return setFault(read.fault);
    setBusy(true);
    setFailure(undefined);
    try {
      await lateApi.publishRecording({ params: { id }, body: read.body });
      onPublished();
    } catch (error) {
      setFailure(explainError(error, i18n));
      setBusy(false);
    }
  };
  return (
    <Dialog title={<Trans>Publish this recording</Trans>} width={480} onClose={onClose}>
      <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Fields
          values={values}
          fault={fault}
          set={(change) => {
            setFault(undefined);
            setValues((old) => ({ ...old, ...change }));
          }}
        />
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <p className="small text-ink-2">
          <Trans>
            Our team reviews it before it is shown. Buyers keep it, even if you delete the recording here.
          </Trans>
        </p>
        <div>
          <Button type="submit" kind="key" size="large" busy={isBusy}>
            <Trans>Send for review</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
