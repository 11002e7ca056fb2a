import { DateOfBirth, Field, Input, Notice, OptionRow, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { useFocusInvalid } from '../../shared/forms/use-focus-invalid.ts';
import { countriesByName, STATES } from './place-words.ts';
import type { CardFields } from './card-fields-port.ts';
import {
  type CardFault,
  type CardFormFields,
  EMPTY_CARD_FORM,
  hasStateList,
  lengthOf,
  missingOf,
} from './card-form-rules.ts';
import { CardFrame } from './card-frame.tsx';
import type { AgeCheck } from './use-age-check.ts';
import type { useCardCheck } from './use-card-check.ts';

type Words = Partial<Record<CardFault, string>>;

interface Part {
  readonly form: CardFormFields;
  readonly set: (change: Partial<CardFormFields>) => void;
  readonly faults: Words;
}

/** The message for each empty field. */
function useFaultWords() {
  const { t } = useLingui();
  return (missing: readonly CardFault[]): Words => {
    const words: Record<CardFault, string> = {
      first_name: t`First name is required`,
      last_name: t`Last name is required`,
      email: t`Email is required`,
      address: t`Address is required`,
      city: t`City is required`,
      zip: t`Postal code is required`,
      country: t`Country is required`,
      state: t`State is required`,
      province: t`Province is required`,
      birth_date: t`Birth date is required`,
      expiration: t`Expiration date is required`,
      do_purchase: t`Choose one of the two.`,
    };
    return Object.fromEntries(missing.map((field) => [field, words[field]]));
  };
}

const textOf = ({ form, set }: Part, field: Exclude<keyof CardFormFields, 'do_purchase'>) => ({
  name: field,
  value: form[field],
  maxLength: lengthOf(field),
  onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
});

function Expiry(part: Part) {
  const { t } = useLingui();
  return (
    <Field label={<Trans>Expiration date</Trans>} error={part.faults.expiration} group>
      <div className="age-expiry">
        <Input
          {...textOf(part, 'expiration_month')}
          inputMode="numeric"
          autoComplete="cc-exp-month"
          placeholder={t`MM`}
          aria-label={t`Month of expiration`}
        />
        <Input
          {...textOf(part, 'expiration_year')}
          inputMode="numeric"
          autoComplete="cc-exp-year"
          placeholder={t`YY`}
          aria-label={t`Year of expiration`}
        />
      </div>
    </Field>
  );
}

function Person(part: Part) {
  const { faults } = part;
  return (
    <>
      <div className="form-columns">
        <Field label={<Trans>First name</Trans>} error={faults.first_name}>
          <Input {...textOf(part, 'first_name')} autoComplete="cc-given-name" />
        </Field>
        <Field label={<Trans>Last name</Trans>} error={faults.last_name}>
          <Input {...textOf(part, 'last_name')} autoComplete="cc-family-name" />
        </Field>
      </div>
      <Field label={<Trans>Email</Trans>} error={faults.email}>
        <Input {...textOf(part, 'email')} type="email" autoComplete="email" />
      </Field>
      <DateOfBirth
        label={<Trans>Date of birth</Trans>}
        hint={<Trans>Only checked, never kept.</Trans>}
        error={faults.birth_date}
        onSelect={(date) => part.set({ birth_date: date })}
      />
    </>
  );
}

function Place(part: Part) {
  const { t, i18n } = useLingui();
  const { form, set, faults } = part;
  const countries = useMemo(() => countriesByName(i18n.locale), [i18n.locale]);
  const states = [...STATES].filter(([code]) => code.startsWith(`${form.country}-`));
  return (
    <>
      <Field label={<Trans>Address</Trans>} error={faults.address}>
        <Input {...textOf(part, 'address')} autoComplete="street-address" />
      </Field>
      <div className="form-columns">
        <Field label={<Trans>City</Trans>} error={faults.city}>
          <Input {...textOf(part, 'city')} autoComplete="address-level2" />
        </Field>
        <Field label={<Trans>Country</Trans>} error={faults.country}>
          <Select
            name="country"
            autoComplete="country"
            value={form.country}
            onChange={({ target }) => set({ country: target.value, state: '' })}
          >
            <option value="">{t`Choose a country`}</option>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {hasStateList(form.country) ? (
          <Field label={<Trans>State</Trans>} error={faults.state}>
            <Select name="state" value={form.state} onChange={({ target }) => set({ state: target.value })}>
              <option value="">{t`Choose a country`}</option>
              {states.map(([code, name]) => (
                <option key={code} value={code.slice(3)}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        ) : (
          <Field label={<Trans>Province</Trans>} error={faults.province}>
            <Input {...textOf(part, 'state')} autoComplete="address-level1" />
          </Field>
        )}
        <Field label={<Trans>Postal code</Trans>} error={faults.zip}>
          <Input {...textOf(part, 'zip')} autoComplete="postal-code" />
        </Field>
      </div>
    </>
  );
}

/** Charged nothing, or the offer: do_purchase 0 and 1. */
function Purchase({
  form,
  set,
  isMember,
  offer,
}: Part & { readonly isMember: boolean; readonly offer: AgeCheck['offer'] }) {
  const { t } = useLingui();
  if (!offer || !isMember) return null;
  return (
    <div className="age-methods" role="radiogroup" aria-label={t`What is charged`}>
      <OptionRow
        name="do_purchase"
        value="0"
        checked={form.do_purchase === '0'}
        onChange={() => set({ do_purchase: '0' })}
        note={<Trans>Only the cardholder is checked</Trans>}
      >
        <Trans>Charge nothing</Trans>
      </OptionRow>
      <OptionRow
        name="do_purchase"
        value="1"
        checked={form.do_purchase === '1'}
        onChange={() => set({ do_purchase: '1' })}
        note={offer.text}
      >
        <Trans>Buy {offer.tokens} tokens with it</Trans>
      </OptionRow>
    </div>
  );
}

export interface CardFormProps {
  /** Lets a button outside of the form submit it. */
  readonly id: string;
  readonly country: string;
  readonly offer: AgeCheck['offer'];
  readonly isMember: boolean;
  readonly check: ReturnType<typeof useCardCheck>;
}

/** The form of a check by card (AGE-VERIFICATION-012): all fields are required, and each says what it lacks. */
export function CardForm({ id, country, offer, isMember, check }: CardFormProps) {
  const [form, setForm] = useState<CardFormFields>({ ...EMPTY_CARD_FORM, country });
  const [faults, setFaults] = useState<Words>({});
  const [tries, setTries] = useState(0);
  const wordsOf = useFaultWords();
  const [fields, setFields] = useState<CardFields | null>(null);
  const element = useFocusInvalid(tries);
  const set = (change: Partial<CardFormFields>) => {
    setForm((now) => ({ ...now, ...change }));
    setFaults((now) => {
      const kept = Object.entries(now).filter(([field]) => !fieldsOf(change).includes(field as CardFault));
      return Object.fromEntries(kept);
    });
  };
  const send = async () => {
    const missing = missingOf(form);
    setFaults(wordsOf(missing));
    setTries((count) => count + 1);
    // The vendor's fields mark what is missing together with ours.
    const isCardThere = await fields?.isComplete();
    if (missing.length > 0 || !isCardThere || !fields) return;
    await check.send(form, fields);
  };
  const part = { form, set, faults };
  return (
    <form
      id={id}
      ref={element}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!check.isBusy) void send();
      }}
    >
      {check.error && <Notice tone="bad" title={check.error} />}
      <CardFrame onFields={setFields} />
      <Expiry {...part} />
      <Person {...part} />
      <Place {...part} />
      <Purchase {...part} offer={offer} isMember={isMember} />
    </form>
  );
}

/** The faults that a change of fields takes away. */
const fieldsOf = (change: Partial<CardFormFields>): readonly CardFault[] =>
  Object.keys(change).flatMap((field): readonly CardFault[] => {
    if (field.startsWith('expiration')) return ['expiration'];
    return field === 'state' ? ['state', 'province'] : [field as CardFault];
  });
