import { readCookie, writeCookie } from '../cookie.ts';

/** Blackout and House lights. */
export type Theme = 'dark' | 'light';

/** The theme that a cookie names, or undefined: then the system decides. */
export function themeOfCookie(header: string | null | undefined): Theme | undefined {
  const value = readCookie(header, 'theme');
  return value === 'dark' || value === 'light' ? value : undefined;
}

/**
 * Runs before the first paint, so that the page never shows the other theme for a moment:
 * the cookie wins, else the system's preference.
 */
export const THEME_SCRIPT =
  "(()=>{const m=/(?:^|; )theme=(dark|light)/.exec(document.cookie);document.documentElement.dataset.theme=document.documentElement.dataset.fixedTheme||(m?m[1]:matchMedia('(prefers-color-scheme:light)').matches?'light':'dark')})()";

/** The theme that the page shows now. */
export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';

/** A brand that is always dark stays so. */
const show = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (!dataset.fixedTheme) dataset.theme = theme;
};

/** Shows a theme and remembers it in this browser for a year; null: the system's, and nothing is remembered. */
export function setTheme(theme: Theme | null): void {
  show(theme ?? (matchMedia('(prefers-color-scheme:light)').matches ? 'light' : 'dark'));
  if (theme === null) writeCookie('theme', '', 0);
  else writeCookie('theme', theme);
}
