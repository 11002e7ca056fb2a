import type { Api, InputOf } from '@klieg/contract';
import { STATE_LIST_COUNTRIES, ZERO_DATE } from '@klieg/contract/features/age-check/limits';
import { holdsCard } from '@klieg/kernel';

export type CardForm = InputOf<Api['checkAgeByCard']>['body'];

interface FieldFault {
  readonly path: string;
  readonly reason: 'required' | 'zero_date' | 'pattern' | 'enum';
  readonly message: string;
}

/** Required fields, with the message for each if it is empty. */
const required: readonly (readonly [keyof CardForm, string])[] = [
  ['first_name', 'First name is required'],
  ['last_name', 'Last name is required'],
  ['email', 'Email is required'],
  ['address', 'Address is required'],
  ['city', 'City is required'],
  ['country', 'Country is required'],
  ['zip', 'Postal code is required'],
];

const isDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) &&
  new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

/** What is wrong with the form of a check by card, field by field; the card itself never comes here. */
export function faultsOfCardForm(form: CardForm): readonly FieldFault[] {
  const hasList = STATE_LIST_COUNTRIES.includes(form.country);
  const empty = required
    .filter(([field]) => form[field] === '')
    .map(([path, message]) => ({ path, reason: 'required' as const, message }));
  const state: FieldFault[] =
    form.state === ''
      ? [
          {
            path: 'state',
            reason: 'required',
            message: hasList ? 'State is required' : 'Province is required',
          },
        ]
      : hasList && !/^[A-Z]{2}$/.test(form.state)
        ? [{ path: 'state', reason: 'enum', message: 'State is required' }]
        : [];
  const birth: FieldFault[] =
    form.birth_date === '' || form.birth_date === ZERO_DATE
      ? [{ path: 'birth_date', reason: 'zero_date', message: 'Birth date is required' }]
      : isDay(form.birth_date)
        ? []
        : [{ path: 'birth_date', reason: 'pattern', message: 'This is not in the right form' }];
  const country: FieldFault[] =
    form.country !== '' && !/^[A-Z]{2}$/.test(form.country)
      ? [{ path: 'country', reason: 'enum', message: 'Country is required' }]
      : [];
  return [...empty, ...country, ...state, ...birth];
}

/** Whether any field contains what looks like a card number. */
export const holdsCardNumber = (form: CardForm): boolean =>
  Object.values(form).some((value) => typeof value === 'string' && holdsCard(value));
