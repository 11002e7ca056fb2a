/** Shortest password that the site takes. */
export const PASSWORD_MIN = 8;

/** How strong a password looks, 0 to 4 bars; only a hint, the server decides. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length === 0) return 0;
  if (password.length < PASSWORD_MIN || new Set(password).size < 4) return 1;
  const kinds = [/[a-z]/u, /[A-Z]/u, /\d/u, /[^A-Za-z0-9]/u].filter((kind) => kind.test(password)).length;
  const points = Math.floor(password.length / 6) + kinds - 1;
  return points >= 4 ? 4 : points >= 2 ? 3 : 2;
}
