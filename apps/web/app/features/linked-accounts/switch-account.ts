import { lateApi } from '../../shared/api/late-client.ts';
import { writeCookie } from '../../shared/cookie.ts';
import { endPush } from '../push/index.ts';

/** Switches to another own account; the page reloads as that one. @throws CallError */
export async function switchAccount(id: number): Promise<void> {
  await endPush();
  await lateApi.switchAccount({ params: { id: String(id) }, body: {} });
  // The next page may have another home page.
  writeCookie('home', '', 0);
  location.reload();
}
