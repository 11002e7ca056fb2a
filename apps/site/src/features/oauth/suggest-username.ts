/** A suggested name from a provider's data; the person may change it. */
export function suggestUsername({
  name,
  email,
}: {
  readonly name: string;
  readonly email?: string | undefined;
}): string {
  const source = name || (email?.split('@')[0] ?? '');
  const plain = source
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 20);
  return plain.length >= 3 ? plain : '';
}
