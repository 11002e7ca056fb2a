/** `unknown` is mistyped, or of an earlier start. */
export type KeyRefusal = 'unknown' | 'used';

/** Why a key makes nobody the owner; undefined: it does. */
export function refuseKey(
  key: { readonly usedAt: Date | null } | undefined,
  hasOwner: boolean,
): KeyRefusal | undefined {
  if (!key) return 'unknown';
  // A reader of old logs must not become a second owner, even if the first was created on the machine.
  return key.usedAt || hasOwner ? 'used' : undefined;
}
