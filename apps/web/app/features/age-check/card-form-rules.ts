import { AGE_CARD_LENGTHS, STATE_LIST_COUNTRIES, ZERO_DATE } from '@klieg/contract/features/age-check/limits';

/** The form of a check by card without the card: number and code are only typed into the vendor's fields. */
export interface CardFormFields {
  first_name: string;
  last_name: string;
  email: string;
  address: string;
  city: string;
  zip: string;
  country: string;
  state: string;
  /** YYYY-MM-DD; 0000-00-00 until it is chosen. */
  birth_date: string;
  expiration_month: string;
  expiration_year: string;
  do_purchase: '0' | '1' | '';
}

export const EMPTY_CARD_FORM: CardFormFields = {
  first_name: '',
  last_name: '',
  email: '',
  address: '',
  city: '',
  zip: '',
  country: '',
  state: '',
  birth_date: ZERO_DATE,
  expiration_month: '',
  expiration_year: '',
  do_purchase: '0',
};

/** Longest value of each text field. */
export const lengthOf = (field: keyof CardFormFields): number =>
  field === 'expiration_month'
    ? AGE_CARD_LENGTHS.month
    : field === 'expiration_year'
      ? AGE_CARD_LENGTHS.year
      : AGE_CARD_LENGTHS.text;

/** Countries whose states are chosen of a list; elsewhere the province is written (AGE-VERIFICATION-017). */
export const hasStateList = (country: string): boolean => STATE_LIST_COUNTRIES.includes(country);

export type CardFault =
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'address'
  | 'city'
  | 'zip'
  | 'country'
  | 'state'
  | 'province'
  | 'birth_date'
  | 'expiration'
  | 'do_purchase';

/** Missing fields, in form order. */
export function missingOf(form: CardFormFields): readonly CardFault[] {
  const isEmpty = (field: keyof CardFormFields) => form[field].trim() === '';
  const hasExpiry =
    /^(?:0?[1-9]|1[0-2])$/u.test(form.expiration_month.trim()) &&
    /^\d{2}$/u.test(form.expiration_year.trim());
  const texts = (['first_name', 'last_name', 'email', 'address', 'city', 'country'] as const).filter(isEmpty);
  return [
    ...(hasExpiry ? [] : (['expiration'] as const)),
    ...texts,
    ...(isEmpty('state') ? ([hasStateList(form.country) ? 'state' : 'province'] as const) : []),
    ...(isEmpty('zip') ? (['zip'] as const) : []),
    ...(form.birth_date === ZERO_DATE ? (['birth_date'] as const) : []),
    ...(form.do_purchase === '' ? (['do_purchase'] as const) : []),
  ];
}

/** The expiry as it is sent: two digits of the month, the year as 20 and two digits (AGE-VERIFICATION-018). */
export const sentExpiry = (form: CardFormFields) => ({
  exp_month: form.expiration_month.trim().padStart(2, '0'),
  exp_year: `20${form.expiration_year.trim()}`,
});

/** The form's data that is sent, without the card. */
export const sentPerson = ({ state, ...form }: CardFormFields) => ({
  first_name: form.first_name.trim(),
  last_name: form.last_name.trim(),
  email: form.email.trim(),
  address: form.address.trim(),
  city: form.city.trim(),
  zip: form.zip.trim(),
  country: form.country,
  state: state.trim(),
  birth_date: form.birth_date,
  do_purchase: form.do_purchase === '1' ? (1 as const) : (0 as const),
});
