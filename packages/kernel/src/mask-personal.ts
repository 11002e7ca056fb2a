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

/** Text without card numbers and mail addresses: `[card]` and `[address]` stand for them. */
export const maskPersonal = (text: string): string =>
  text
    .replace(DIGITS, (run) => {
      const digits = run.replace(/\D/g, '');
      return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits) ? '[card]' : run;
    })
    .replace(MAIL, '[address]');
