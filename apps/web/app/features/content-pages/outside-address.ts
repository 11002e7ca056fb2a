/** An address on another site, as the server takes it: https, a host with a dot, no name or password. */
export function isOutsideAddress(text: string): boolean {
  const parsed = URL.parse(text);
  return (
    parsed?.protocol === 'https:' &&
    /[^.]\.[^.]/u.test(parsed.hostname) &&
    parsed.username === '' &&
    parsed.password === ''
  );
}
