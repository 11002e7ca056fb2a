import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

// A document of tests lays nothing out and tells of no sizes.
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the tip of a control stands 8 px away from it (CONSTANTS-043)', async () => {
  const control = new DOMRect(200, 300, 40, 28);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    return this.matches('button') ? control : new DOMRect(0, 0, 40, 24);
  });
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1_000);
  renderUi(
    <Tooltip text="Louder">
      <Button>Sound</Button>
    </Tooltip>,
  );
  fireEvent.focus(screen.getByRole('button', { name: 'Sound' }));
  await act(async () => {});
  // Sizes of elements are nothing here, so the tip's upper edge is its lower one too.
  const tip = document.querySelector<HTMLElement>('[data-radix-popper-content-wrapper]')!;
  expect(screen.getByRole('tooltip').dataset['side']).toBe('top');
  const lowerEdge = Number(/, (.+)px/u.exec(tip.style.transform)?.[1]);
  expect(control.top - lowerEdge).toBe(8);
});
