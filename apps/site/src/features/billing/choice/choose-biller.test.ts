import type { Biller } from '@klieg/contract';
import { expect, test } from 'vitest';
import { chooseBiller } from './choose-biller.ts';

const first: Biller = 'epoch';
const second: Biller = 'sandbox';

test('whoever asks for a biller that is set up gets it, everybody else the first that is', () => {
  expect(chooseBiller([first, second], second)).toBe(second);
  expect(chooseBiller([first, second])).toBe(first);
  expect(chooseBiller([second], first)).toBe(second);
});

test('without any biller products are still shown, by a name that sells nothing', () => {
  expect(chooseBiller([], first)).toBe('sandbox');
});
