/** A number as the site keeps it (E.164), of one that somebody has typed with spaces and signs; undefined: it is none. */
export function readPhoneNumber(typed: string): string | undefined {
  const number = typed.replaceAll(/[\s()./-]/gu, '').replace(/^00/u, '+');
  return /^\+[1-9]\d{6,14}$/u.test(number) ? number : undefined;
}
