import { NO_CONSENT } from '@klieg/contract/features/tracking/consent';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setCsrf } from '../../shared/api/csrf.ts';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { track } from '../../shared/track.ts';
import { countView, followConsent, showPixel, takeAdverts } from './measure.ts';
import { NO_SOURCES } from './source-tag.ts';

const asked: string[] = [];

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  asked.length = 0;
  setCsrf('token');
  vi.stubGlobal(
    'Image',
    class {
      set src(url: string) {
        asked.push(url);
      }
    },
  );
});
afterEach(() => {
  followConsent(NO_CONSENT);
  history.replaceState(null, '', '/');
  meStore.reset();
  vi.unstubAllGlobals();
});

test('the pixel is shown once in a session, with the advert of the visit (TRACKING-LOGGING-013)', () => {
  showPixel('ad-7');
  showPixel('ad-7');
  showPixel(undefined);
  expect(asked).toEqual(['/api/v1/pixel.gif?advert_id=ad-7&e=visit']);
  // Another session of the browser.
  sessionStorage.clear();
  showPixel(undefined);
  expect(asked[1]).toBe('/api/v1/pixel.gif?e=visit');
});

test('what was agreed to is done from then on and no more when it is taken back', async () => {
  const sent = stubServer({
    'POST /log/analytics': { status: 1 },
    'POST /tracking': { status: 1 },
  });
  const told = () => sent.filter(({ call }) => call === 'POST /log/analytics').map(({ body }) => body);
  followConsent(NO_CONSENT);
  countView('/girls');
  track('login_done');
  expect([sent, asked]).toEqual([[], []]);
  expect(localStorage.getItem('klieg.tracking')).toBe('null');
  followConsent({ analytics: true, ads: true, fingerprint: false });
  countView('/girls');
  track('login_done');
  track('promo_accepted', { code: 'X' });
  openModal('signup', {});
  openModal('tokens', {});
  await vi.waitFor(() => expect(told()).toHaveLength(5));
  expect(told()).toEqual([
    { name: 'page_view', params: { path: '/girls' } },
    { event: 'login_done' },
    { name: 'promo_accepted', params: { code: 'X' } },
    { event: 'signup_open' },
    { event: 'purchase_open' },
  ]);
  expect(sent.filter(({ call }) => call === 'POST /tracking')).toHaveLength(1);
  expect(asked).toHaveLength(1);
  followConsent(NO_CONSENT);
  countView('/men');
  track('login_done');
  expect(told()).toHaveLength(5);
  expect(localStorage.getItem('klieg.tracking')).toBe('null');
});

test('with consent a press on a picture of a list tells its address, and no other press does (TRACKING-LOGGING-005)', async () => {
  const sent = stubServer({ 'POST /thumb-tracker/click': { status: 1 } });
  const told = () => sent.filter(({ call }) => call === 'POST /thumb-tracker/click').map(({ body }) => body);
  document.body.innerHTML =
    '<a class="card" href="/anna"><img src="/thumb/anna.jpg"></a><p><a href="/faq"><img src="/logo.png"></a></p>';
  const press = (src: string) => {
    addEventListener('click', (event) => event.preventDefault(), { once: true });
    const picture = document.querySelector(`img[src="${src}"]`)!;
    Object.defineProperty(picture, 'currentSrc', { value: `https://host${src}` });
    picture.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  };
  press('/thumb/anna.jpg');
  followConsent({ ...NO_CONSENT, analytics: true });
  press('/logo.png');
  press('/thumb/anna.jpg');
  await vi.waitFor(() => expect(told()).toEqual([{ thumbUrl: 'https://host/thumb/anna.jpg' }]));
  document.body.innerHTML = '';
});

test('with consent a browser on a VPN sends no fingerprint unless force_fingerprint_on_vpn asks for it; without consent none does (TRACKING-LOGGING-009) (TRACKING-LOGGING-014)', async () => {
  const sent = stubServer({ 'POST /fingerprint': { status: 1, fp: 'kept' } });
  const agreed = { ...NO_CONSENT, fingerprint: true };
  const load = (isOnVpn: boolean) =>
    meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { isOnVpn } }) });
  load(false);
  followConsent(NO_CONSENT);
  load(true);
  followConsent(agreed);
  history.replaceState(null, '', '/?force_fingerprint_on_vpn=0');
  followConsent(agreed);
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toEqual([]);
  history.replaceState(null, '', '/?force_fingerprint_on_vpn=1');
  followConsent(agreed);
  await vi.waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['POST /fingerprint']));
});

test('whom a value is linked to is waited for at most ten times a tenth of a second, and nothing is sent without (CONSTANTS-032)', async () => {
  vi.useFakeTimers();
  const sent = stubServer({ 'POST /fingerprint': { status: 1, fp: 'kept' } });
  const agreed = { ...NO_CONSENT, fingerprint: true };
  const looked = vi.spyOn(meStore, 'get');
  followConsent(agreed);
  await vi.advanceTimersByTimeAsync(899);
  expect(looked).toHaveBeenCalledTimes(9);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looked).toHaveBeenCalledTimes(11);
  expect(sent).toEqual([]);
  // The next time it is known a little later than the page.
  followConsent(agreed);
  await vi.advanceTimersByTimeAsync(150);
  meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { isOnVpn: false } }) });
  await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
});

test('a popunder needs the operator and the visitor: without either links lead where they always do', () => {
  stubServer({ 'POST /tracking': { status: 1 } });
  const opened = vi.fn<() => null>(() => null);
  vi.stubGlobal('open', opened);
  document.body.innerHTML = '<a href="/girls">Girls</a>';
  meStore.dispatch({ type: 'loaded', current: currentUserFixture() });
  const press = () => {
    localStorage.removeItem('klieg.popunder');
    addEventListener('click', (event) => event.preventDefault(), { once: true });
    document.querySelector('a')!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  };
  const ads = { ...NO_CONSENT, ads: true };
  followConsent(ads);
  press();
  takeAdverts({ adSources: NO_SOURCES, popunderUrl: '/landing' });
  followConsent({ analytics: true, ads: false, fingerprint: true });
  press();
  expect(opened).not.toHaveBeenCalled();
  followConsent(ads);
  press();
  expect(opened).toHaveBeenCalledTimes(1);
  followConsent(NO_CONSENT);
  press();
  expect(opened).toHaveBeenCalledTimes(1);
  takeAdverts({ adSources: NO_SOURCES, popunderUrl: null });
  document.body.innerHTML = '';
});

test('a fingerprint is told with the source of the visit as the operator samples it', async () => {
  const sent = stubServer({ 'POST /fingerprint': { status: 1, fp: 'kept' } });
  takeAdverts({ adSources: { percents: { 'ad-7': 50 }, postpayOneIn: 20 }, popunderUrl: null });
  meStore.dispatch({
    type: 'loaded',
    current: currentUserFixture({ user: { isOnVpn: false }, postpay: true }),
  });
  const tagOf = async (search: string, draw: number) => {
    sessionStorage.clear();
    localStorage.clear();
    sessionStorage.setItem('klieg.source-draw', String(draw));
    history.replaceState(null, '', search);
    const before = sent.length;
    followConsent({ ...NO_CONSENT, fingerprint: true });
    await vi.waitFor(() => expect(sent).toHaveLength(before + 1));
    return (sent.at(-1)!.body as { tag: string }).tag;
  };
  expect(await tagOf('/?advert_id=ad-7', 0.49)).toBe('ad-7');
  expect(await tagOf('/?advert_id=ad-7', 0.5)).toBe('advert');
  expect(await tagOf('/', 0.049)).toBe('postpay');
  expect(await tagOf('/', 0.05)).toBe('direct');
  takeAdverts({ adSources: NO_SOURCES, popunderUrl: null });
});
