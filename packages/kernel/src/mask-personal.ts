const DIGITS = /\d[\d -]{11,22}\d/g;
const MAIL = /[^\s@<>"'(=]{1,64}@[^\s@<>"')]{1,255}/g;

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

/** Text in which `[card]` stands for what looks like the number of a card. */
export const maskCards = (text: string): string =>
  text.replace(DIGITS, (run) => (isIssued(run) ? '[card]' : run));

/** Whether a text holds what looks like the number of a card. */
export const holdsCard = (text: string): boolean => maskCards(text) !== text;

/** Text without card numbers and mail addresses: `[card]` and `[address]` stand for them. */
export const maskPersonal = (text: string): string =>
  text.replace(DIGITS, (run) => (isCard(run) ? '[card]' : run)).replace(MAIL, '[address]');
