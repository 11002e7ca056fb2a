import type { AgeAction, AgeMethod, PersonKind } from '@klieg/contract';
import { demandAge } from '@klieg/contract/features/age-check/rules';
import { expect, test } from 'vitest';
import { openRules } from './read-rules.ts';

/*
 * The shipped rules against a statement of them that shares nothing with the file: places as three lists, methods as the
 * sentences of the requirements.
 */

const STATES = 'AL AR AZ FL GA ID IN KS KY LA MO MS MT NC ND NE OH OK SC SD TN TX UT VA WY'.split(' ');
const OTHER_STATES = 'AK CA CO CT DC DE HI IA IL MA MD ME MI MN NH NJ NM NV NY OR PA RI VT WA WI WV'.split(
  ' ',
);
const COUNTRIES = ['FR', 'GB'];
const FREE = ['DE', 'CA', 'SE', 'IT', 'AU', 'BR'];
const METHODS: readonly AgeMethod[] = [
  'card',
  'face_scan',
  'id_verification',
  'id_check',
  'digital_id',
  'live_id_check',
];
const PEOPLE: readonly PersonKind[] = ['guest', 'member', 'model', 'approved_model', 'staff'];
const ACTIONS: readonly AgeAction[] = ['browse', 'watch', 'media', 'buy', 'spend', 'camera', 'match'];
const TODAY = '2026-11-25';

const places = [
  ...STATES.map((state) => ({ country: 'US', state: `US-${state}`, asks: true })),
  ...OTHER_STATES.map((state) => ({ country: 'US', state: `US-${state}`, asks: false })),
  { country: 'US', state: null, asks: true },
  ...COUNTRIES.map((country) => ({ country, state: null, asks: true })),
  { country: 'FR', state: 'FR-IDF', asks: true },
  ...FREE.map((country) => ({ country, state: null, asks: false })),
  { country: 'CA', state: 'CA-QC', asks: false },
  { country: null, state: null, asks: false },
];

/** Where a method is offered, in the words of the requirements. */
const isOffered: Readonly<
  Record<AgeMethod, (place: { country: string | null; state: string | null }) => boolean>
> = {
  card: ({ country }) => country !== 'FR',
  face_scan: ({ country }) => country !== 'FR',
  id_verification: ({ state }) => state === 'US-FL',
  id_check: ({ state }) => state !== 'US-FL',
  digital_id: ({ state }) => state !== 'US-FL',
  live_id_check: ({ country, state }) => country !== 'FR' && state !== 'US-FL',
};
/** Papers of these were seen, or they work here. */
const known = new Set<PersonKind>(['approved_model', 'staff']);

const cells = places.flatMap((place) =>
  METHODS.flatMap((method) =>
    PEOPLE.flatMap((person) => ACTIONS.map((action) => ({ ...place, method, person, action }))),
  ),
);

test('every place, method, kind of person and act is asked for what the law of the place says, and nothing else: AGE-VERIFICATION-014, AGE-VERIFICATION-026, AGE-VERIFICATION-027, AGE-VERIFICATION-028, AGE-VERIFICATION-029, AGE-VERIFICATION-030, AGE-VERIFICATION-031', () => {
  const { rules } = openRules(undefined);
  expect(cells.length).toBeGreaterThan(3_000);
  const wrong = cells.filter(({ country, state, asks, method, person, action }) => {
    const demand = demandAge(rules, { place: { country, state }, person, action, today: TODAY });
    const isRequired = asks && action !== 'browse' && !known.has(person);
    const isMethodThere = isRequired && isOffered[method]({ country, state });
    return demand.isRequired !== isRequired || demand.methods.includes(method) !== isMethodThere;
  });
  expect(wrong).toEqual([]);
  // A rule that no cell asks for would be a rule that nobody has looked at.
  const asked = new Set(
    cells.map(
      ({ country, state, person, action }) =>
        demandAge(rules, { place: { country, state }, person, action, today: TODAY }).rule?.place,
    ),
  );
  expect(rules.filter(({ place }) => !asked.has(place)).map(({ place }) => place)).toEqual([]);
});

test('a rule asks for nothing before the day on which its law begins', () => {
  const { rules } = openRules(undefined);
  const at = (today: string) =>
    demandAge(rules, { place: { country: 'US', state: 'US-MO' }, person: 'guest', action: 'watch', today });
  expect(at('2025-11-29')).toEqual({ isRequired: false, methods: [], rule: null });
  expect(at('2025-11-30').isRequired).toBe(true);
});

test('in France nothing of a check is linked to the account, elsewhere it counts for a year', () => {
  const { rules } = openRules(undefined);
  expect(rules.filter(({ scope }) => scope === 'session').map(({ place }) => place)).toEqual(['FR']);
});
