import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();

describe('site_config', () => {
  test('says where nothing is sold, by the country of whoever asks', async () => {
    const sold = await useTestSite({ env: { ...BEHIND_PROXY, TIP_BLOCKED_COUNTRIES: 'SE' } });
    const overlayFrom = async (country: string) => {
      const guest = await sold.visit({ address: '192.0.2.7', country });
      return (await guest.call('getSiteConfig')).switches.geo_overlay;
    };
    expect(await overlayFrom('SE')).toBe(true);
    expect(await overlayFrom('DE')).toBe(false);
  });

  test('has every field of the documents and gives a guest a cookie (SHELL-007) (SHELL-013)', async () => {
    const guest = await site.visit();
    const config = await guest.call('getSiteConfig');
    expect(config).toMatchObject({
      isUsingDevDb: true,
      protocol_version: 3,
      oauthAvailable: { facebook: true, google: true },
      arePromoProductsEnabled: { freeTokensProduct: false, wheelProduct: false },
      csStreamStatus: 'offline',
      version: '0.0.0-test',
      bbPost: null,
      customLogo: null,
      customSpecialOfferParams: {
        advert_ids: ['xv300wo', 'xv300fco'],
        promos: ['nwh', 'dgs', 'spl'],
        reshow_seconds: 60,
      },
      discordUrl: null,
      isFlingSubdomain: false,
      isVideoStuckSurveyEnabled: true,
      promo_offer_img: null,
      recaptchaPublicKey: null,
      site: { display_name: 'Klieg', is_whitelabel: false, variant: 'default' },
    });
    expect(config.csrf).toBeTruthy();
    expect(config.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(config.approvedTagSlugs.length).toBeGreaterThan(0);
    expect(guest.cookies.has('guest')).toBe(true);
    // The visit's advert and test may be named; with ssr=1 the answer is that of a page for everyone.
    const visit = { id: 'ad-7', custom_promo_test: 'b' };
    expect(await guest.call('getSiteConfig', { query: visit })).toMatchObject({ csrf: config.csrf });
    const rendered = await guest.call('getSiteConfig', { query: { ...visit, ssr: '1' } });
    expect(rendered).toMatchObject({ csrf: null, version: config.version, hash: config.hash });
  });

  test('names where members meet outside of it, as the operator has set (SHELL-013)', async () => {
    const meeting = await useTestSite({ env: { DISCORD_URL: 'https://discord.gg/klieg' } });
    const answer = await (await meeting.visit()).call('getSiteConfig');
    expect(answer.discordUrl).toBe('https://discord.gg/klieg');
  });

  test('for the server’s own rendering is the same for everyone: no cookie, no csrf (SHELL-011)', async () => {
    const answer = await fetch(`${site.url}/api/v1/site_config?ssr=1`);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.json()).toMatchObject({ csrf: null });
  });

  test('says of adverts what the operator has set: by default no popunder, and 50, 75 and one in 20 (CONSTANTS-037) (CONSTANTS-038) (CONSTANTS-039)', async () => {
    expect(await (await site.visit()).call('getSiteConfig')).toMatchObject({
      popunderUrl: null,
      switches: { popunder: false },
      adSources: { percents: { xv300wo: 50, xv300fco: 75 }, postpayOneIn: 20 },
    });
    const set = await useTestSite({
      env: { POPUNDER_URL: '/girls', AD_SOURCES: 'spring-sale:10', POSTPAY_TAG_ONE_IN: '4' },
    });
    expect(await (await set.visit()).call('getSiteConfig')).toMatchObject({
      popunderUrl: '/girls',
      switches: { popunder: true },
      adSources: { percents: { 'spring-sale': 10 }, postpayOneIn: 4 },
    });
  });

  test('its hash changes with what it says and not with the moment', async () => {
    const guest = await site.visit();
    const [first, second] = [await guest.call('getSiteConfig'), await guest.call('getSiteConfig')];
    expect(first.hash).toBe(second.hash);
    expect(first.hash).toMatch(/^[0-9a-f]{16}$/);
  });

  test('is in the language of whoever asks: that of the page, else of the account', async () => {
    const member = await site.join({ settings: { locale: 'de' } });
    expect((await member.call('getSiteConfig')).locale).toBe('de');
    expect((await (await site.visit()).call('getSiteConfig')).locale).toBe('en');
  });
});
