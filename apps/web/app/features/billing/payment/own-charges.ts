/*
 * A one-press charge is answered to this page, and announced to all pages of its person. This page reports the result
 * from the answer, so it ignores announcements of its own charges.
 */

let running: Promise<unknown> = Promise.resolve();
const answered = new Set<string>();

/** Runs a charge of this page; its order is known from the answer. */
export async function chargeHere<T extends object>(charge: Promise<T>): Promise<T> {
  running = charge.catch(() => undefined);
  const result = await charge;
  if ('orderId' in result && typeof result.orderId === 'string') answered.add(result.orderId);
  return result;
}

/** Whether an order is one that this page has charged; waits for the answer of a charge that runs. */
export async function isOwnCharge(orderId: string): Promise<boolean> {
  await running;
  return answered.has(orderId);
}
