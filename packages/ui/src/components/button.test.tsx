import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { litLamps } from './bar.tsx';
import { Button } from './button.tsx';
import { latencyTone } from './latency-pill.tsx';

afterEach(cleanup);

test('a busy button says so, stays focusable and takes no press', () => {
  const onClick = vi.fn();
  renderUi(
    <Button busy onClick={onClick}>
      Send
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Send' });
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button).toHaveProperty('disabled', false);
});

test('lamps of the level meter run from silence to full scale', () => {
  expect(litLamps(-90)).toBe(0);
  expect(litLamps(-30)).toBe(20);
  expect(litLamps(6)).toBe(40);
});

test('latency is good under 2 s, a warning under 6, bad above', () => {
  expect([0.8, 2, 5.9, 6].map(latencyTone)).toEqual(['good', 'warn', 'warn', 'bad']);
});
