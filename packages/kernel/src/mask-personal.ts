const DIGITS = /\d[\d -]{11,22}\d/g;
/** Most digit groups a card number is written in; the longest has 19 digits. */
const CARD_GROUPS = 19;
/** A run of digits of any length; other numbers, such as a date, may be next to a card's. */
const LONG_DIGITS = /\d[\d -]{11,}\d/g;
/** In addresses `@` is written as `%40`. */
const MAIL = /[^\s@<>"'(=]{1,64}(?:@|%40)[^\s@<>"')]{1,255}/gi;

const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits.at(-1 - i));
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

const isCard = (run: string): boolean => {
  const digits = run.replace(/\D/g, '');
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
};

/** Issuers give out numbers that begin with 2 to 6; ids of billers that are made of digits begin with others. */
const isIssued = (run: string): boolean => /^[2-6]/.test(run) && isCard(run);

/** Text with `[card]` in place of what looks like a card number. */
export const maskCards = (text: string): string =>
  text.replace(DIGITS, (run) => (isIssued(run) ? '[card]' : run));

/** Whether a text contains what looks like a card number. */
export const holdsCard = (text: string): boolean => maskCards(text) !== text;

/** A run of digits with `[card]` in place of each card number among its parts. */
function maskRun(run: string): string {
  if (isCard(run)) return '[card]';
  const numbers = [...run.matchAll(/\d+/g)];
  let masked = '';
  let done = 0;
  for (const [first, { index: from }] of numbers.entries()) {
    if (from < done) continue;
    const untilOf = ({ index, 0: digits }: RegExpExecArray): number => index + digits.length;
    const last = numbers
      .slice(first, first + CARD_GROUPS)
      .findLast((to) => isIssued(run.slice(from, untilOf(to))));
    if (!last) continue;
    masked += `${run.slice(done, from)}[card]`;
    done = untilOf(last);
  }
  return masked + run.slice(done);
}

/** Text with `[card]` and `[address]` in place of card numbers and mail addresses. */
export const maskPersonal = (text: string): string =>
  text.replace(LONG_DIGITS, maskRun).replace(MAIL, '[address]');
