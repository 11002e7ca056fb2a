import type { EmailKind } from '@klieg/contract';

/** Kinds in the order of the page, and whether they are on by default. */
const FIRST: readonly (readonly [EmailKind, boolean])[] = [
  // Advertising only goes to people who asked for it.
  ['offers', false],
  ['news', false],
  ['models_online', true],
  ['pm', true],
  ['receipts', true],
];

const LABELS: Readonly<Record<EmailKind, string>> = {
  offers: 'Offers and discounts',
  news: 'News of the site',
  models_online: 'Performers you follow are live',
  pm: 'Private messages',
  receipts: 'Receipts and your account',
};

/** Payers are owed receipts, and account notices keep the account safe: these cannot be switched off. */
export const isChoosable = (kind: EmailKind): boolean => kind !== 'receipts';

export type Choices = ReadonlyMap<EmailKind, boolean>;

export const isWanted = (kind: EmailKind, choices: Choices): boolean =>
  !isChoosable(kind) || (choices.get(kind) ?? FIRST.some(([one, isOn]) => one === kind && isOn));

/** All kinds as the page shows them. */
export const presentKinds = (choices: Choices) =>
  FIRST.map(([key]) => ({ key, label: LABELS[key], enabled: isWanted(key, choices) }));

/** Every kind that can be switched off, switched off. */
export const allOff = (): Choices =>
  new Map(
    FIRST.map(([kind]) => kind)
      .filter(isChoosable)
      .map((kind) => [kind, false]),
  );
