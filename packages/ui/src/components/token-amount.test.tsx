import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { TokenAmount } from './token-amount.tsx';

afterEach(cleanup);

test('the figure is grouped by language and read out with its unit', () => {
  renderUi(<TokenAmount amountTokens={48_210} />, 'de');
  expect(screen.getByText('48.210')).toBeTruthy();
  expect(document.body.textContent).toContain('tokens');
});

test('incoming amounts have a plus and the success colour, outgoing a true minus', () => {
  const { container, rerender } = renderUi(<TokenAmount amountTokens={600} signed />);
  expect(container.querySelector('.tokens-incoming')?.textContent).toContain('+600');
  rerender(<span />);
  cleanup();
  const outgoing = renderUi(<TokenAmount amountTokens={-761} signed />);
  expect(outgoing.container.textContent).toContain('\u2212761');
  expect(outgoing.container.querySelector('.tokens-incoming')).toBeNull();
});
