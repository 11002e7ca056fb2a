import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { SiteFooter } from './site-footer.tsx';

afterEach(cleanup);

test('the place where members meet outside is linked where the operator has one (SHELL-013)', () => {
  const discordUrl = 'https://discord.gg/klieg';
  renderPage(<SiteFooter />, '/', { siteConfig: { discordUrl } });
  expect(screen.getByRole('link', { name: 'Discord' }).getAttribute('href')).toBe(discordUrl);
  cleanup();
  renderPage(<SiteFooter />, '/', { siteConfig: { discordUrl: null } });
  expect(screen.queryByRole('link', { name: 'Discord' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Support' })).toBeTruthy();
});
