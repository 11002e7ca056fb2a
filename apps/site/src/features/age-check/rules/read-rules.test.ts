import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diffRules } from '@klieg/contract/features/age-check/rules';
import { expect, test } from 'vitest';
import { type AgeRules, AgeRulesError, openRules, readSignedRules } from './read-rules.ts';
import { signRules } from './sign-rules.ts';

const pemOf = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pem = pemOf();
const shipped = openRules(undefined);
const releaseOf = (number: number, rules = shipped.rules): AgeRules => ({
  number,
  published: '2026-11-25',
  rules,
});
const { text, key } = signRules(releaseOf(4), pem);

test('a signed release is read whatever its blanks and the order of its keys', () => {
  expect(readSignedRules(text, key)).toEqual(releaseOf(4));
  const { signature, release } = JSON.parse(text) as { signature: string; release: Record<string, unknown> };
  const turned = Object.fromEntries(Object.entries(release).toReversed());
  expect(readSignedRules(JSON.stringify({ release: turned, signature }), key)).toEqual(releaseOf(4));
});

test.each([
  ['unsigned', JSON.stringify({ release: releaseOf(4) }), key],
  ['with an empty signature', JSON.stringify({ release: releaseOf(4), signature: '' }), key],
  ['in which a method was added', text.replace('"id_check"', '"card"'), key],
  ['in which a place was left out', text.replace('"FR"', '"XA"'), key],
  ['with another number', text.replace('"number": 4', '"number": 5'), key],
  ['signed by another key', text, signRules(releaseOf(4), pemOf()).key],
  ['signed by something that is no key', text, 'AAAA'],
  ['that is no JSON', 'rules', key],
  ['that is nothing', 'null', key],
  [
    'signed, but with a place twice',
    signRules(releaseOf(4, [...shipped.rules, shipped.rules[0]!]), pem).text,
    key,
  ],
  [
    'signed, but with a method that nobody has',
    signRules({ ...releaseOf(4), rules: [{ ...shipped.rules[0], methods: ['guess'] }] }, pem).text,
    key,
  ],
])('a release %s is refused', (_what, given, by) => {
  expect(() => readSignedRules(given, by)).toThrow(AgeRulesError);
});

test("the operator's own file and key take the place of the product's; a file that is missing is told", () => {
  const file = join(mkdtempSync(join(tmpdir(), 'klieg-rules-')), 'rules.json');
  writeFileSync(file, text);
  expect(openRules({ file, key }).number).toBe(4);
  expect(() => openRules({ file: `${file}.not`, key })).toThrow(AgeRulesError);
});

test('two releases differ by the places that came, went and changed, with what changed of each', () => {
  const [france, britain, ...others] = shipped.rules as [AgeRules['rules'][0], AgeRules['rules'][0]];
  const italy = { ...britain, id: 'it', place: 'IT' };
  const changed = { ...france, methods: ['digital_id'], since: '2027-01-01' } as typeof france;
  expect(diffRules(shipped.rules, [changed, italy, ...others])).toEqual([
    { place: 'FR', kind: 'changed', fields: ['since', 'methods'] },
    { place: 'GB', kind: 'removed', fields: [] },
    { place: 'IT', kind: 'added', fields: [] },
  ]);
  expect(diffRules(shipped.rules, shipped.rules)).toEqual([]);
});
