import { Agent, request } from 'node:http';

/*
 * One network that asks a site for as much as it can: 64 connections that each ask again as soon as they are
 * answered, for pages under ever new addresses, lists, searches and log-ins. Argument 1 is the site's port; 'start'
 * begins, 'stop' answers with how many were answered by which status.
 */

const CONNECTIONS = 64;
const ADDRESS = '203.0.113.66';
const port = Number(process.argv[2]);
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const statuses = new Map<number, number>();
let isRunning = false;
let count = 0;
let cookie = '';
let csrf = '';

const random = (): string => Math.random().toString(36).slice(2);

/** What is asked next; each kind costs the site in another way. */
const asks: readonly (() => { readonly path: string; readonly body?: object })[] = [
  () => ({ path: `/?q=${random()}` }),
  () => ({ path: `/girls?p=${count % 900}&perPage=96` }),
  () => ({ path: `/search?q=${random()}` }),
  () => ({ path: `/${random()}` }),
  () => ({ path: `/api/v1/browse/react/v2/search/${random()}` }),
  () => ({ path: `/api/v1/search/suggest?q=${random().slice(0, 3)}` }),
  () => ({ path: `/api/v1/ledger/history?cursor=${random()}` }),
  () => ({ path: '/api/v1/auth/login', body: { login: random(), password: random() } }),
  () => ({ path: `/account/settings?x=${random()}` }),
];

function askAgain(): void {
  if (!isRunning) return;
  const { path, body } = asks[count++ % asks.length]!();
  const asked = request(
    {
      agent,
      host: '127.0.0.1',
      port,
      path,
      method: body ? 'POST' : 'GET',
      headers: {
        host: `localhost:${port}`,
        origin: `http://localhost:${port}`,
        'x-forwarded-for': ADDRESS,
        'content-type': 'application/json',
        cookie,
        'x-csrf-token': csrf,
      },
    },
    (response) => {
      statuses.set(response.statusCode!, (statuses.get(response.statusCode!) ?? 0) + 1);
      response.resume();
      response.once('close', askAgain);
    },
  );
  asked.once('error', () => setTimeout(askAgain, 50));
  asked.end(body && JSON.stringify(body));
}

async function arrive(): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/site_config`, {
    headers: { host: `localhost:${port}`, 'x-forwarded-for': ADDRESS },
  });
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  csrf = ((await answer.json()) as { csrf?: string }).csrf ?? '';
}

process.on('message', (message) => {
  if (message === 'start') {
    isRunning = true;
    void arrive().then(() => {
      for (let i = 0; i < CONNECTIONS; i++) askAgain();
    });
  } else {
    isRunning = false;
    process.send?.({ statuses: Object.fromEntries(statuses) });
  }
});
process.once('disconnect', () => process.exit(0));
