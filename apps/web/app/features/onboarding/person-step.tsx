import { ALIASES_MAX } from '@klieg/contract/features/onboarding/limits';
import { Button, DateOfBirth, Field, Input, Notice, Select, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import { api } from '../../shared/api/client.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { useFocusInvalid } from '../../shared/forms/use-focus-invalid.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { countriesOf } from '../../shared/places.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import type { StepProps } from './document-steps.tsx';

interface PersonFields {
  legal_first_name: string;
  legal_last_name: string;
  birth_date: string;
  birth_country: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  aliases: string;
}
interface FormPart {
  readonly form: UseFormReturn<PersonFields>;
}

const EMPTY: PersonFields = {
  legal_first_name: '',
  legal_last_name: '',
  birth_date: '',
  birth_country: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  aliases: '',
};
const listOf = (text: string): string[] =>
  text
    .split(/[\n,]/u)
    .map((name) => name.trim())
    .filter(Boolean)
    .slice(0, ALIASES_MAX);

function CountryField({
  form,
  name,
  label,
}: FormPart & { readonly name: 'country' | 'birth_country'; readonly label: string }) {
  const { t, i18n } = useLingui();
  const { state } = useLoaded('places', (signal) => lateApi.getGeoLists({ signal }));
  const countries = state.kind === 'ready' ? countriesOf(state.value, i18n.locale) : [];
  return (
    <Field label={label} error={form.formState.errors[name]?.message}>
      <Select {...form.register(name, { required: t`Choose a country.` })}>
        <option value="">{t`Choose one`}</option>
        {countries.map(({ code, name: shown }) => (
          <option key={code} value={code}>
            {shown}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function Names({ form }: FormPart) {
  const { t } = useLingui();
  const { errors } = form.formState;
  const hint = <Trans>As printed. Never shown.</Trans>;
  const required = t`This is required.`;
  return (
    <div className="form-columns">
      <Field label={<Trans>Legal first name</Trans>} error={errors.legal_first_name?.message} hint={hint}>
        <Input
          autoComplete="given-name"
          maxLength={80}
          {...form.register('legal_first_name', { required })}
        />
      </Field>
      <Field label={<Trans>Legal last name</Trans>} error={errors.legal_last_name?.message} hint={hint}>
        <Input
          autoComplete="family-name"
          maxLength={80}
          {...form.register('legal_last_name', { required })}
        />
      </Field>
    </div>
  );
}

function Address({ form }: FormPart) {
  const { t } = useLingui();
  const { errors } = form.formState;
  const required = t`This is required.`;
  return (
    <>
      <Field label={<Trans>Street and number</Trans>} error={errors.address?.message}>
        <Input autoComplete="street-address" maxLength={200} {...form.register('address', { required })} />
      </Field>
      <div className="form-columns">
        <Field label={<Trans>Postal code</Trans>} error={errors.zip?.message}>
          <Input autoComplete="postal-code" maxLength={20} {...form.register('zip', { required })} />
        </Field>
        <Field label={<Trans>City</Trans>} error={errors.city?.message}>
          <Input autoComplete="address-level2" maxLength={80} {...form.register('city', { required })} />
        </Field>
        <Field label={<Trans>State or province</Trans>} optional>
          <Input autoComplete="address-level1" maxLength={80} {...form.register('state')} />
        </Field>
        <CountryField form={form} name="country" label={t`Country`} />
      </div>
    </>
  );
}

/** The address is confirmed by a link; without it nobody can write to her. */
function ConfirmEmail() {
  if (useMember()?.user.email_confirmed !== 0) return null;
  return (
    <Notice
      tone="warn"
      title={<Trans>Confirm your email first</Trans>}
      action={
        <Button size="small" onClick={() => openModal('confirm-email', {})}>
          <Trans>Confirm your email</Trans>
        </Button>
      }
    >
      <Trans>This step is done once you open the link in our email.</Trans>
    </Notice>
  );
}

/** Legal identity. Saved data is not shown again; it can be typed again. */
export function PersonStep({ onboarding, isLocked, onChanged }: StepProps) {
  const { t, i18n } = useLingui();
  const [refusal, setRefusal] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const form = useForm<PersonFields>({ defaultValues: EMPTY, shouldFocusError: false });
  const { errors, isSubmitting, submitCount } = form.formState;
  const element = useFocusInvalid(submitCount);
  const isDone = onboarding.steps.some(({ key, state }) => key === 'profile' && state === 'done');
  const submit = form.handleSubmit(async ({ aliases, ...person }) => {
    setRefusal(undefined);
    try {
      await lateApi.savePerson({ body: { ...person, aliases: listOf(aliases) } });
      setSaved(true);
      onChanged();
      await api.getCurrentUser().catch(() => undefined);
    } catch (error) {
      const sentence = explainError(error, i18n);
      if (codeOf(error) === 'compliance.under_age') form.setError('birth_date', { message: sentence });
      else setRefusal(sentence);
    }
  });
  if (isLocked) return <Notice tone="ok" title={<Trans>This is saved and encrypted</Trans>} />;
  return (
    <form ref={element} className="form" noValidate onSubmit={(event) => void submit(event)}>
      <ConfirmEmail />
      {(isDone || isSaved) && (
        <Notice tone="ok" title={<Trans>This is saved and encrypted</Trans>}>
          <Trans>It is not shown again. Fill in the form again to change it.</Trans>
        </Notice>
      )}
      {refusal !== undefined && <Notice tone="bad" title={refusal} />}
      <Names form={form} />
      <Controller
        control={form.control}
        name="birth_date"
        rules={{ required: t`Choose day, month and year.` }}
        render={({ field }) => (
          <DateOfBirth
            label={<Trans>Date of birth</Trans>}
            error={errors.birth_date?.message}
            onSelect={field.onChange}
          />
        )}
      />
      <CountryField form={form} name="birth_country" label={t`Country of birth`} />
      <Address form={form} />
      <Field
        label={<Trans>Other names</Trans>}
        hint={<Trans>Stage names and former names, one per line.</Trans>}
        optional
      >
        <TextArea rows={2} maxLength={1_000} {...form.register('aliases')} />
      </Field>
      <Button type="submit" kind="key" size="large" busy={isSubmitting}>
        <Trans>Save encrypted</Trans>
      </Button>
    </form>
  );
}
