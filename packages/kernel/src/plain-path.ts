/** Encoded dots, slashes and backslashes: some servers decode them, others do not. */
const ENCODED = /%(?:2e|2f|5c)/i;

/**
 * Reads a request's target (`/live/ws/a?token=b`) whose path every server reads in the same way: it begins with a slash
 * and has nothing that normalising would change, such as `..`, `\` or a host before it. Null for every other one.
 */
export function readPlainUrl(target: string, base = 'http://host'): URL | null {
  const path = target.split('?', 1)[0] ?? '';
  const url = URL.parse(target, base);
  return url?.pathname === path && !ENCODED.test(path) ? url : null;
}

/** Whether every server reads the path of a target in the same way. */
export const isPlainPath = (target: string): boolean => readPlainUrl(target) !== null;
