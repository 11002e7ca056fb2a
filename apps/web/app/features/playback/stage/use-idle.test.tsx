import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IDLE_MS, useIdle } from './use-idle.ts';

function Probe() {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame} data-testid="frame">
      {useIdle(frame) ? 'idle' : 'moving'}
    </div>
  );
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('three seconds without a movement are idle; a movement, a touch or a key ends it', () => {
  render(<Probe />);
  const frame = screen.getByTestId('frame');
  const rest = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  rest(IDLE_MS - 1);
  expect(frame.textContent).toBe('moving');
  rest(1);
  expect(frame.textContent).toBe('idle');
  for (const wake of [fireEvent.pointerMove, fireEvent.pointerDown, fireEvent.keyDown]) {
    act(() => void wake(frame));
    expect(frame.textContent).toBe('moving');
    rest(IDLE_MS);
    expect(frame.textContent).toBe('idle');
  }
});
