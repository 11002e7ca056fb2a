import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { DEFAULT_STYLE } from './line-style.ts';
import { LineStyleFields } from './line-style-fields.tsx';

afterEach(cleanup);

test('sizes stand by their names, Regular at first, and every choice is told (SETTINGS-011) (SETTINGS-012) (SETTINGS-013)', () => {
  const onChange = vi.fn();
  renderPage(<LineStyleFields style={DEFAULT_STYLE} onChange={onChange} />);
  const size = screen.getByLabelText('Size');
  const options = within(size).getAllByRole('option');
  expect(options.map((option) => [option.getAttribute('value'), option.textContent])).toEqual([
    ['9px', 'Tiny'],
    ['10px', 'Small'],
    ['11px', 'Regular'],
    ['14px', 'Large'],
    ['18px', 'Huge'],
  ]);
  expect(size).toHaveProperty('value', '11px');
  expect(screen.getByLabelText('Font')).toHaveProperty('value', 'arial');
  fireEvent.change(size, { target: { value: '18px' } });
  expect(onChange).toHaveBeenLastCalledWith({ font_size: '18px' });
  const color = screen.getByLabelText(/^Color/u);
  expect(color).toHaveProperty('value', '#333333');
  fireEvent.change(color, { target: { value: '#FF8800' } });
  expect(onChange).toHaveBeenLastCalledWith({ text_color: '#ff8800' });
});
