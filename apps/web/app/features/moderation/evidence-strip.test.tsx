import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { EvidenceStrip } from './evidence-strip.tsx';

afterEach(() => cleanup());

const at = (minute: number) => `2026-11-29T10:0${minute}:00.000Z`;
const still = (id: string, minute: number) => ({
  id,
  kind: 'still' as const,
  url: `data:image/jpeg;base64,${id}`,
  at: at(minute),
});
const told = [
  { id: 'one', at: at(1), by: 'anna', reason: 'spam' as const, text: 'Look at this.' },
  { id: 'two', at: at(2), by: null, reason: 'violence' as const, text: '' },
];
const shown = () => screen.getByAltText('Picture that was sent with the report').getAttribute('src');

test('each who reported is told with what they said; without a picture a sentence says so', () => {
  renderPage(<EvidenceStrip evidence={[]} told={told} />);
  expect(screen.getByText('No report came with a picture.')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('anna · SpamLook at this.'),
    expect.stringContaining('A guest · Violence'),
  ]);
});

test('of several pictures the pressed one is shown large; a single one needs no strip', () => {
  renderPage(<EvidenceStrip evidence={[still('AAAA', 1), still('BBBB', 2)]} told={told} />);
  expect(shown()).toContain('AAAA');
  const [first, second] = screen.getAllByRole('button', { name: /^Picture of/u });
  fireEvent.click(second!);
  expect(shown()).toContain('BBBB');
  expect([first, second].map((one) => one!.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  cleanup();
  renderPage(<EvidenceStrip evidence={[still('AAAA', 1)]} told={told} />);
  expect(screen.queryByRole('button')).toBeNull();
});
