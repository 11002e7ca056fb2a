import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestSite } from '#site/app/testing-site.ts';
import { showsSupportChat } from './support-chat-rule.ts';

const site = await useTestSite();

test('the chat is shown with a card or as a model without a studio, and not in CO with a studio that is not exempt (SHELL-037)', async () => {
  const shown = (
    hasCard: boolean,
    isModel: boolean,
    country: string | null,
    studio: 'none' | 'exempt' | 'other',
  ) =>
    showsSupportChat({
      hasCard,
      isModel,
      country,
      studio: studio === 'none' ? null : { isExempt: studio === 'exempt' },
    });
  for (const country of ['DE', 'CO', null]) {
    // Viewers with and without a card.
    expect(shown(true, false, country, 'none')).toBe(true);
    expect(shown(false, false, country, 'none')).toBe(false);
    // Models of their own, and those of studios.
    expect(shown(false, true, country, 'none')).toBe(true);
    expect(shown(false, true, country, 'exempt')).toBe(false);
    expect(shown(false, true, country, 'other')).toBe(false);
    expect(shown(true, true, country, 'exempt')).toBe(true);
    expect(shown(true, true, country, 'other')).toBe(country !== 'CO');
  }
  // What pages are told.
  const [guest, viewer, model, payer] = [
    await site.visit(),
    await site.join(),
    await site.join({ type: 'model' }),
    await site.join(),
  ];
  await sql`insert into cards (id, account_id, biller, card_token, brand, last4)
    values (gen_random_uuid(), ${payer.id}, 'sandbox', 'sbx_1', 'Visa', '4242')`.execute(
    site.database.kysely,
  );
  const told = async (visitor: typeof guest) => (await visitor.call('getCurrentUser')).user.show_support_chat;
  expect([await told(guest), await told(viewer), await told(model), await told(payer)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
