/** What a card number does; the numbers are the usual test cards, never real ones. */
export interface CardOutcome {
  readonly brand: string;
  readonly declineCode: string | null;
}

const outcomes: Readonly<Record<string, string | null>> = {
  '4242424242424242': null,
  '5555555555554444': null,
  '4000000000000002': 'DECLINED',
  '4000000000009995': 'INSUFFICIENTFUNDS',
  '4000000000000069': 'EXPIRED',
  '4000000000000127': 'DECLINEDCVV2',
  '4000000000000036': 'INVALIDZIP',
  '4000000000000119': 'RETRY',
  '4000000000006975': 'VELOCITY',
  '4000000000000259': 'CALLCENTER',
};

/** Cards that the page takes and that are declined when they are charged again, for example after they were stolen. */
const laterOutcomes: Readonly<Record<string, string>> = {
  '4000000000000341': 'DECLINED',
  '4000000000003063': 'AUTHCODE',
  '4000000000009979': 'CALLCENTER',
};

const brandOf = (digits: string): string => (digits.startsWith('5') ? 'Mastercard' : 'Visa');

/** The outcome of a test card, or undefined for any other number: real cards do not belong here. */
export function outcomeOf(
  number: string,
): (CardOutcome & { readonly last4: string; readonly token: string }) | undefined {
  const digits = number.replace(/\D/g, '');
  const declineCode = Object.hasOwn(laterOutcomes, digits) ? null : outcomes[digits];
  if (declineCode === undefined) return undefined;
  return {
    brand: brandOf(digits),
    declineCode,
    last4: digits.slice(-4),
    token: `sbx_${digits.slice(0, 1)}${digits.slice(-6)}`,
  };
}

const byToken = new Map(
  [...Object.keys(outcomes), ...Object.keys(laterOutcomes)].map((digits) => {
    const outcome = outcomeOf(digits)!;
    return [outcome.token, { ...outcome, declineCode: laterOutcomes[digits] ?? outcome.declineCode }];
  }),
);

/** The outcome of a card on file. */
export const outcomeOfToken = (token: string) => byToken.get(token);
