/** Encoded dots, slashes and backslashes: some servers decode them, others do not. */
const ENCODED = /%(?:2e|2f|5c)/i;

/**
 * Whether every server reads the path of a request's target (`/live/ws/a?token=b`) in the same way: it begins with a
 * slash and has nothing that normalising would change, such as `..`, `\` or a host before it.
 */
export function isPlainPath(target: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  return !ENCODED.test(path) && URL.parse(path, 'http://host')?.pathname === path;
}
