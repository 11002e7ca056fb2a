import { watchToasts } from '@klieg/ui';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announcementNews } from '#app/shared/session/announcement-news.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { useAnnouncement } from './use-announcement.ts';

function Told() {
  useAnnouncement();
  return null;
}

const seen = vi.fn();
let stop = () => {};
beforeEach(() => {
  localStorage.clear();
  seen.mockClear();
  stop = watchToasts(seen);
});
afterEach(() => {
  stop();
  cleanup();
  announcementNews.newest = null;
});

const visit = (id: string | null) => {
  announcementNews.newest = id === null ? null : { id, title: `About ${id}`, url: '/announcements' };
  renderPage(<Told />);
  cleanup();
};

test('the newest announcement is told once in a browser, and the next one again (SHELL-013)', () => {
  visit('one');
  visit('one');
  expect(seen).toHaveBeenCalledTimes(1);
  expect(seen.mock.calls[0]![0]).toMatchObject({
    title: 'News from our team',
    content: 'About one',
  });
  visit('two');
  expect(seen).toHaveBeenCalledTimes(2);
});

test('without one nothing is told', () => {
  visit(null);
  expect(seen).not.toHaveBeenCalled();
});
