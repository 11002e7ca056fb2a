import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useTabInView } from './use-tab-in-view.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Row({ page }: { readonly page: string }) {
  return (
    <nav ref={useTabInView(page)}>
      {['a', 'b'].map((name) => (
        <a key={name} href={name} aria-current={name === page ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

test('the row scrolls by what its present tab is away from its middle, and again with the next page', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.tagName === 'NAV' ? new DOMRect(0, 0, 300, 44) : new DOMRect(500, 0, 100, 44);
  });
  const { container, rerender } = render(<Row page="a" />);
  const row = container.querySelector('nav')!;
  expect(row.scrollLeft).toBe(400);
  row.scrollLeft = 0;
  rerender(<Row page="b" />);
  expect(row.scrollLeft).toBe(400);
});
