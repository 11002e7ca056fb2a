/* Shows push messages, and a page of its own when the browser is offline. It keeps nothing else. */

const OFFLINE = '/offline.html';
const CACHE = 'klieg-offline-1';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE)));
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const old = (names) =>
    Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(
    caches
      .keys()
      .then(old)
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith(
    fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()),
  );
});

/** A path of this site; anything else becomes its home page. */
const ownPath = (url) => (typeof url === 'string' && /^\/(?![/\\])/.test(url) ? url : '/');

self.addEventListener('push', (event) => {
  let message = {};
  try {
    message = event.data?.json() ?? {};
  } catch {
    return;
  }
  const { title, body, url } = message;
  if (typeof title !== 'string') return;
  const data = { url: ownPath(url) };
  event.waitUntil(
    self.registration.showNotification(title, {
      body: String(body ?? ''),
      data,
      tag: data.url,
      icon: '/app-icon.svg',
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(ownPath(event.notification.data?.url)));
});
