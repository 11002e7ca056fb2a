import type { FastifyInstance } from 'fastify';
import type { KeptMail, KeptMailer } from './kept-mail-store.ts';
import { escapeHtml } from './mail-page.ts';

const SHOWN = 50;

/** One mail: the page as a mail program shows it, without scripts and forms, and the text beside it. */
function itemOf({ to, subject, text, html, headers, at }: KeptMail): string {
  const told = Object.entries(headers).map(([name, value]) => `<br>${escapeHtml(`${name}: ${value}`)}`);
  const page =
    html && `<iframe sandbox title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe>`;
  return `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)}, ${at.toISOString()}${told.join('')}</p>${page}<details${html ? '' : ' open'}><summary>Text</summary><pre>${escapeHtml(text)}</pre></details></article>`;
}

/** GET /dev/mail: what would have been sent, on a machine without a mail server; for the demo only. */
export function serveKeptMails(app: FastifyInstance, mailer: KeptMailer): void {
  app.get('/dev/mail', async (_request, reply) => {
    const mails = await mailer.list(SHOWN);
    const items = mails.map(itemOf);
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .header('cache-control', 'no-store')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Kept mails</title><style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}article{border-top:1px solid;padding:1rem 0}pre{white-space:pre-wrap;overflow-wrap:anywhere}p{overflow-wrap:anywhere}iframe{width:100%;height:24rem;border:1px solid}</style><h1>Kept mails</h1>${items.join('') || '<p>Nothing has been sent yet.</p>'}`,
      );
  });
}
