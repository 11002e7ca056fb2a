import { describe, expect, test } from 'vitest';
import { makeSites } from './request-site.ts';

const { siteOf, siteOfAccount, mainSite, brandOf } = makeSites({
  publicUrl: 'http://localhost:8080',
  ownOrigins: new Set(['http://localhost:8080', 'http://127.0.0.1:8080']),
});

describe('the site of a request', () => {
  test('is called as the visitor calls it, where that name is ours', () => {
    expect(siteOf({ host: '127.0.0.1:8080' })).toMatchObject({
      host: '127.0.0.1:8080',
      publicUrl: 'http://127.0.0.1:8080',
    });
  });

  test('is the main one for any other host, so that no stranger decides where our links lead', () => {
    for (const host of ['evil.example', 'localhost:8081', '127.0.0.1:8080@evil.example', '', undefined])
      expect(siteOf({ host })).toMatchObject({
        brand: 'klieg',
        host: 'localhost:8080',
        publicUrl: 'http://localhost:8080',
      });
  });

  test('by https has the one address', () => {
    const secure = makeSites({
      publicUrl: 'https://klieg.example',
      ownOrigins: new Set(['https://klieg.example']),
    });
    expect(secure.siteOf({ host: 'klieg.example' }).publicUrl).toBe('https://klieg.example');
    expect(secure.siteOf({ host: 'klieg.example:80' }).publicUrl).toBe('https://klieg.example');
  });

  test('has the language and theme of the page, else the language wished for, else English', () => {
    expect(siteOf({ cookie: 'locale=de; theme=light' }, 'nl')).toMatchObject({
      locale: 'de',
      theme: 'light',
    });
    expect(siteOf({ cookie: 'locale=xx; theme=pink' }, 'nl')).toMatchObject({ locale: 'nl', theme: null });
    expect(siteOf({})).toMatchObject({ locale: 'en', theme: null });
  });

  test('has a brand, whose address is that of the house', () => {
    expect(brandOf(siteOf({ host: '127.0.0.1:8080' }))).toMatchObject({
      display_name: 'Klieg',
      main_domain_url: 'http://localhost:8080',
    });
  });

  test('of what is sent without a request is that of the account, at its public address', () => {
    const member = (site: string, locale: 'de' | 'en') => ({ site, settings: { locale } });
    expect(siteOfAccount(member('klieg', 'de'))).toMatchObject({
      publicUrl: 'http://localhost:8080',
      locale: 'de',
    });
    expect(siteOfAccount(member('of a later edition', 'en')).brand).toBe('klieg');
    expect(mainSite('nl')).toMatchObject({ publicUrl: 'http://localhost:8080', locale: 'nl' });
  });
});

test('the sister brand is known by its own host alone, and what both show has its one address on the main site (IDENTITY-006)', () => {
  const { siteOf: find, brandOf: look } = makeSites({
    publicUrl: 'https://klieg.example',
    ownOrigins: new Set(['https://klieg.example', 'https://sister.klieg.example']),
    sisterUrl: 'https://sister.klieg.example',
  });
  const sister = find({ host: 'Sister.klieg.example' });
  expect(sister).toMatchObject({
    brand: 'sister',
    host: 'sister.klieg.example',
    publicUrl: 'https://sister.klieg.example',
  });
  expect(look(sister)).toMatchObject({
    domain_name: 'sister.klieg.example',
    main_domain_url: 'https://klieg.example',
  });
  for (const host of [
    'klieg.example',
    'sister.klieg.example.evil.example',
    'x.sister.klieg.example',
    undefined,
  ])
    expect(find({ host })).toMatchObject({ brand: 'klieg', publicUrl: 'https://klieg.example' });
});
