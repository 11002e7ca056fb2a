import type { FastifyInstance } from 'fastify';
import type { KeptMailer } from './kept-mail-store.ts';

const SHOWN = 50;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** GET /dev/mail: what would have been sent, on a machine without a mail server; for the demo only. */
export function serveKeptMails(app: FastifyInstance, mailer: KeptMailer): void {
  app.get('/dev/mail', async (_request, reply) => {
    const mails = await mailer.list(SHOWN);
    const items = mails.map(
      ({ to, subject, text, at }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)}, ${at.toISOString()}</p><pre>${escapeHtml(text)}</pre></article>`,
    );
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .header('cache-control', 'no-store')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Kept mails</title><style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}article{border-top:1px solid;padding:1rem 0}pre{white-space:pre-wrap}</style><h1>Kept mails</h1>${items.join('') || '<p>Nothing has been sent yet.</p>'}`,
      );
  });
}
