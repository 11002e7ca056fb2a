import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';

/** Test cards: one that is always taken, and some that are taken on the page and declined when they are charged again. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  other: '5555 5555 5555 4444',
  declinedLater: '4000 0000 0000 0341',
  wantsCode: '4000 0000 0000 3063',
  wantsCall: '4000 0000 0000 9979',
} as const;

/** Fills in the sandbox biller's page as a person would. */
export async function payAtSandbox(link: string, number: string = CARDS.good): Promise<void> {
  const { origin, search } = new URL(link);
  const body = new URLSearchParams({ query: search.slice(1), number, expiry: '12/34', code: '123' });
  await fetch(`${origin}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });
}

/** Puts a card on somebody's file. @returns its id */
export async function putCard(member: Visitor, number: string = CARDS.good): Promise<string> {
  const { link } = await member.call('startCard', { body: {} });
  await payAtSandbox(link, number);
  return eventually(async () => {
    const { cards } = await member.call('listCards');
    const card = cards.find(({ last4 }) => number.endsWith(last4));
    if (!card) throw new Error('the card is not on file yet');
    return card.id;
  });
}
