/*
 * A charge by one press is answered to this page, and told to all pages of its person as news. This page says what came
 * of it by the answer, so it leaves the news of its own charges to the others.
 */

let running: Promise<unknown> = Promise.resolve();
const answered = new Set<string>();

/** Runs a charge of this page, whose order is known once it is answered. */
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
