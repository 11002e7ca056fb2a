import { lateApi } from '../../shared/api/late-client.ts';
import { readLocal, writeLocal } from '../../shared/local-store.ts';
import { isReportDue, keyBytes, keyText } from './push-rules.ts';

const ID = 'push-id';
const REPORTED = 'push-reported';
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Whether this browser supports push at all. */
export const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The subscription of this browser, if there is one. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (!hasPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks for permission, which only a press may do, and subscribes. @returns false where it was refused */
export async function subscribe(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' });
  await navigator.serviceWorker.ready;
  const { key } = await lateApi.getPushKey();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(key),
  });
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')];
  if (!p256dh || !auth) throw new Error('this browser gives no keys');
  const keys = { p256dh: keyText(p256dh), auth: keyText(auth) };
  const { id } = await lateApi.subscribePush({ body: { endpoint: subscription.endpoint, keys } });
  writeLocal(ID, id);
  return true;
}

/** Ends the subscription here and at the site. If the site is not reached it learns of it from the push service. */
export async function unsubscribe(): Promise<void> {
  const subscription = await findSubscription();
  writeLocal(ID, null);
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await lateApi.unsubscribePush({ body: { endpoint } });
}

/** Says that this browser is still subscribed, at most once an hour; a failure is silent. */
export async function reportSubscription(): Promise<void> {
  const id = readLocal(ID, textOf);
  if (id === undefined || !isReportDue(readLocal(REPORTED, numberOf), Date.now())) return;
  if (!(await findSubscription())) return;
  writeLocal(REPORTED, Date.now());
  await lateApi.reportPush({ body: { player_id: id } }).catch(() => undefined);
}

/** The service behind a browser may be out of reach; who logs out does not wait longer for it, in milliseconds. */
const END_MS = 3_000;

/** On log-out: messages for this person are not shown to the browser's next user. Never fails. */
export async function endPush(): Promise<void> {
  if (readLocal(ID, textOf) === undefined) return;
  const late = new Promise<void>((resolve) => setTimeout(resolve, END_MS));
  await Promise.race([unsubscribe().catch(() => undefined), late]);
}
