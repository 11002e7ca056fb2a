import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { cardFixture } from '../../features/discovery/cards/card.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { ErrorPage } from './error-page.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// What React Router hands to a boundary for data() with a status.
const refused = (status: number, data: unknown) => ({ status, statusText: '', internal: false, data });

test('an unknown address is 404 "Page not found" with a way home (SHELL-004)', () => {
  renderPage(<ErrorPage error={refused(404, { message: 'Page not found' })} />);
  expect(screen.getByText('404')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
});

test('between the header and footer of the site it brings none of its own, and says the same (SHELL-004)', () => {
  renderPage(<ErrorPage error={refused(404, { message: 'Page not found' })} isFramed />);
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Search' })).toBeTruthy();
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

test('a room that did not load says status, message and what to do next: other rooms, home, search (ERRORS-056) (CHAT-029)', () => {
  const suggestions = [cardFixture({ username: 'anna', displayName: 'Anna' })];
  const missing = { code: 'rooms.not_found', message: 'This room does not exist', suggestions };
  renderPage(<ErrorPage error={refused(404, missing)} />);
  expect(screen.getByRole('heading', { name: 'This room does not exist' })).toBeTruthy();
  expect(screen.getByText(/Nobody performs here under this name/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Anna' }).getAttribute('href')).toBe('/anna');
});

test('a tag that nobody uses is an empty list with live rooms and all tags, and stays a 404 (ERRORS-015)', () => {
  const suggestions = [cardFixture({ username: 'anna', displayName: 'Anna' })];
  const missing = { message: 'Nothing under this tag', missing: 'tag', suggestions };
  renderPage(<ErrorPage error={refused(404, missing)} />);
  expect(screen.getByRole('heading', { name: 'Nothing under this tag' })).toBeTruthy();
  expect(screen.getByText('404')).toBeTruthy();
  expect(screen.getByText(/No performer uses this tag/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Anna' }).getAttribute('href')).toBe('/anna');
  expect(screen.getByRole('link', { name: 'All tags' }).getAttribute('href')).toBe('/tags');
});

test('a page that is refused for another reason does not say that nobody has this name', () => {
  const closed = { code: 'rooms.region_blocked', message: 'Not available in your region', suggestions: [] };
  renderPage(<ErrorPage error={refused(403, closed)} />);
  expect(screen.getByRole('heading', { name: 'Not available in your region' })).toBeTruthy();
  expect(screen.queryByText(/Nobody performs here/)).toBeNull();
});

test('everything else is Oops with the message in small print and the code of the report (SHELL-003, ERRORS-001, ERRORS-064) (TRACKING-LOGGING-006)', async () => {
  const sent = stubServer({ 'POST /log/react-error': { status: 1, code: 'AB12CD34' } });
  document.documentElement.dataset['version'] = '1.4.0';
  const error = new Error('Cannot read room state');
  renderPage(<ErrorPage error={error} />);
  expect(screen.getByRole('heading', { name: 'Oops' })).toBeTruthy();
  expect(screen.getByText('Cannot read room state')).toBeTruthy();
  expect(await screen.findByText(/Code AB12CD34/u)).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    clientVersion: '1.4.0',
    errorMessage: 'Cannot read room state',
    stack: error.stack,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u) as string,
    url: location.pathname,
  });
  delete document.documentElement.dataset['version'];
});

test('a page whose address changed while it was loading is loaded anew, once, and says nothing', () => {
  const sent = stubServer({});
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const outrun = () => renderPage(<ErrorPage error={new Error('No result found for routeId "root"')} />);
  outrun();
  expect([reload.mock.calls.length, sent.length, screen.queryByText('Oops')]).toEqual([1, 0, null]);
  cleanup();
  outrun();
  expect(reload).toHaveBeenCalledOnce();
  expect(screen.getByRole('heading', { name: 'Oops' })).toBeTruthy();
});

test("without an answer it says 'Error code not available.' (ERRORS-064)", async () => {
  stubServer({ 'POST /log/react-error': { status: 503, body: {} } });
  renderPage(<ErrorPage error={new Error('boom')} />);
  expect(await screen.findByText(/Error code not available\./u)).toBeTruthy();
});

test('a page of models tells a viewer who it is for and what to do', async () => {
  const sent = stubServer({ 'POST /auth/logout': { status: 1, redirect: null, csrf: 'c' } });
  const goTo = vi.spyOn(location, 'assign').mockImplementation(() => {});
  renderPage(<ErrorPage error={refused(403, { isForModels: true })} />);
  expect(screen.getByRole('heading', { name: 'This page is for models' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
  fireEvent.click(screen.getByRole('button', { name: 'Log out and join as a model' }));
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/register?type=model'));
  expect(sent).toHaveLength(1);
});
