import { act, cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useFloating } from './use-floating.ts';

let see: (part: number) => void;

function Probe() {
  const slot = useRef<HTMLDivElement>(null);
  const { isFloating, close } = useFloating(slot, true);
  return (
    <div ref={slot}>
      <button type="button" onClick={close}>
        {isFloating ? 'small' : 'in place'}
      </button>
    </div>
  );
}

function show(isWide: boolean) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: readonly { readonly intersectionRatio: number }[]) => void) {
        see = (part) => act(() => tell([{ intersectionRatio: part }]));
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  render(<Probe />);
  return screen.getByRole('button');
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('beside the chat a small player shows the picture that was scrolled away, until it is put away', () => {
  const probe = show(true);
  expect(probe.textContent).toBe('in place');
  see(0);
  expect(probe.textContent).toBe('small');
  act(() => probe.click());
  expect(probe.textContent).toBe('in place');
  see(1);
  see(0.1);
  expect(probe.textContent).toBe('small');
});

test('in a narrow window there is none: it would cover the chat', () => {
  const probe = show(false);
  see(0);
  expect(probe.textContent).toBe('in place');
});
