/** `unknown` is mistyped, or of an earlier start. */
export type KeyRefusal = 'unknown' | 'used';

/** Why a key makes nobody the owner; undefined: it does. */
export function refuseKey(
  key: { readonly usedAt: Date | null } | undefined,
  hasOwner: boolean,
): KeyRefusal | undefined {
  if (!key) return 'unknown';
  // Somebody who reads old logs must not become a second owner, also where the first was made on the machine.
  return key.usedAt || hasOwner ? 'used' : undefined;
}
