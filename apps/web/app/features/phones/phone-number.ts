/** A number as stored (E.164), from one typed with spaces and punctuation; undefined: invalid. */
export function readPhoneNumber(typed: string): string | undefined {
  const number = typed.replaceAll(/[\s()./-]/gu, '').replace(/^00/u, '+');
  return /^\+[1-9]\d{6,14}$/u.test(number) ? number : undefined;
}
