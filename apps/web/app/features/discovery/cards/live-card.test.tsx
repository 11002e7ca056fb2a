import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { cardFixture } from './card.fixture.ts';
import { LiveCard } from './live-card.tsx';

// No picture is fetched here: it is still on its way until the test says otherwise.
beforeEach(() => vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a room of a list whose picture fails shows a placeholder and stays a link (ERRORS-012)', () => {
  const card = cardFixture({ status: 'online' });
  renderPage(<LiveCard card={card} />);
  const picture = document.querySelector('.picture img');
  expect(picture).toBeTruthy();
  fireEvent.error(picture!);
  expect(document.querySelector('.picture img')).toBeNull();
  expect(document.querySelector('.picture-missing')).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe(`/${card.username}`);
});

test('the card of a house says that its picture does not move by pointing at it; others say nothing', () => {
  renderPage(<LiveCard card={cardFixture({ status: 'online', flagList: ['voyeur'] })} />);
  expect(document.querySelector('article[data-still]')).toBeTruthy();
  cleanup();
  renderPage(<LiveCard card={cardFixture({ status: 'online', flagList: ['hd'] })} />);
  expect(document.querySelector('article[data-still]')).toBeNull();
});
