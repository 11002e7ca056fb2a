import { expect, test } from 'vitest';
import { parseVisitQuery } from '../../shared/visit-query.ts';
import { isSpecialCampaign, mayShowOffer, type OfferFacts, offerAction } from './offer-rules.ts';

const special = { advert_ids: ['xv300wo', 'xv300fco'], promos: ['nwh', 'dgs', 'spl'], reshow_seconds: 60 };
const facts = (query: string, more: Partial<OfferFacts> = {}): OfferFacts => ({
  member: null,
  isInFrame: false,
  path: '/',
  query: new URLSearchParams(query),
  visit: parseVisitQuery(new URLSearchParams(query)),
  special,
  ...more,
});
const CAMPAIGN = 'advert_id=xv300wo&promo=nwh';
const member = { hasPurchase: false };

test('a special campaign is one of two adverts with one of three words (PROMO-023)', () => {
  for (const advert of special.advert_ids)
    for (const promo of special.promos)
      expect(isSpecialCampaign(facts(`advert_id=${advert}&promo=${promo}`))).toBe(true);
  for (const query of [
    '',
    'advert_id=xv300wo',
    'promo=nwh',
    'advert_id=other&promo=nwh',
    'advert_id=xv300wo&promo=x',
  ])
    expect(isSpecialCampaign(facts(query)), query).toBe(false);
});

test('members see no offer unless they came by a special campaign and never bought (PROMO-016)', () => {
  expect(mayShowOffer(facts('', { member }))).toBe(false);
  expect(mayShowOffer(facts(CAMPAIGN, { member }))).toBe(true);
  expect(mayShowOffer(facts(CAMPAIGN, { member: { hasPurchase: true } }))).toBe(false);
});

test('a page in a frame shows no offer (PROMO-017)', () => {
  expect(mayShowOffer(facts('', { isInFrame: true }))).toBe(false);
  expect(mayShowOffer(facts(CAMPAIGN, { isInFrame: true }))).toBe(false);
});

test('promo_form=0 shows no offer (PROMO-018)', () => {
  expect(mayShowOffer(facts(''))).toBe(true);
  expect(mayShowOffer(facts('promo_form=0'))).toBe(false);
  expect(mayShowOffer(facts(`${CAMPAIGN}&promo_form=0`))).toBe(false);
});

test('/register shows it with promo_form=1 only (PROMO-019)', () => {
  for (const path of ['/register', '/de/register']) {
    expect(mayShowOffer(facts('', { path })), path).toBe(false);
    expect(mayShowOffer(facts('promo_form=1', { path })), path).toBe(true);
  }
});

test('its button leads a guest to registration, a member to tokens, and nowhere on /register (PROMO-020) (PROMO-021) (PROMO-022)', () => {
  expect(offerAction({ member: null, path: '/' })).toBe('register');
  expect(offerAction({ member, path: '/' })).toBe('tokens');
  expect(offerAction({ member: null, path: '/register' })).toBe('none');
});
