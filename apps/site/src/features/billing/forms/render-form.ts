import { escapeHtml } from '#site/platform/escape-html.ts';
import type { PostedForm } from '../billers/port/biller-port.ts';

/**
 * What the page may do: its own line of script, and a post to one origin. Chromium applies this rule to redirects too,
 * and billers and banks redirect buyers to hosts of their own, all of them https.
 */
export const formPolicy = ({ url }: Pick<PostedForm, 'url'>, nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; form-action ${new URL(url).origin} https:; base-uri 'none'; frame-ancestors 'self'`;

/** A page that posts a form as soon as it is there, and by a button where scripts are off. */
export function renderForm({ url, fields }: Pick<PostedForm, 'url' | 'fields'>, nonce: string): string {
  const inputs = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>To the payment page</title><form method="post" action="${escapeHtml(url)}">${inputs}<button>Go on to the payment page</button></form><script nonce="${nonce}">document.forms[0].submit()</script></html>`;
}
