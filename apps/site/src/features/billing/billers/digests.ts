import { createHash, timingSafeEqual } from 'node:crypto';

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
