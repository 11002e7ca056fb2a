import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { PriceForm } from './club-settings.tsx';

const prices = { supporter: 100, insider: 200, legend: 400 };

const show = () => {
  const saved: object[] = [];
  renderPage(
    <PriceForm
      prices={prices}
      onSave={async (wanted) => {
        saved.push(wanted);
        return true;
      }}
    />,
  );
  return saved;
};
const write = (level: string, price: string) =>
  fireEvent.change(screen.getByLabelText(level), { target: { value: price } });

test('a price that does not rise says so at its own field, and is not saved', async () => {
  const saved = show();
  write('Legend', '200');
  const field = screen.getByLabelText('Legend');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const words = document.getElementById(field.getAttribute('aria-describedby')!);
  expect(words?.textContent).toBe('Must be more than Insider.');
  expect(screen.getByLabelText('Insider').getAttribute('aria-invalid')).not.toBe('true');
  fireEvent.submit(field.closest('form')!);
  expect(saved).toEqual([]);
  write('Legend', '450');
  expect(screen.queryByText(/Must be more/u)).toBeNull();
  fireEvent.submit(field.closest('form')!);
  expect(saved).toEqual([{ ...prices, legend: 450 }]);
});

test.each(['', '49', '5001', '60.5'])('a price of "%s" says which numbers it may be', (price) => {
  show();
  write('Supporter', price);
  expect(screen.getByText('Enter a whole number from 50 to 5000.')).toBeTruthy();
  expect(screen.queryByText(/Must be more/u)).toBeNull();
});
