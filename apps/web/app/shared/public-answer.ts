import type { ErrorBody } from '@klieg/contract/client';
import { data, redirect } from 'react-router';

/** What a page of a performer gets: the answer, or the refusal with its HTTP status and error body. */
export type PublicAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly httpStatus: number; readonly body: ErrorBody };

/** What names are made of: anything else would be a way to other sites in the address that is led to. */
const NAME = /^[a-z0-9_-]{1,30}$/u;

/**
 * The canonical name of an address; capitals lead to it, and what cannot be a name is not found.
 * @throws a redirect or the error page
 */
export function canonicalName(given: string, request: Request, pathOf: (name: string) => string): string {
  const url = new URL(request.url);
  const name = given.toLowerCase();
  if (!NAME.test(name)) throw data({ message: 'Page not found' }, { status: 404 });
  if (name !== given || url.pathname.endsWith('/')) throw redirect(`${pathOf(name)}${url.search}`, 301);
  return name;
}

/** What the error page says of a refusal. */
export const refusedPage = ({ body, httpStatus }: Extract<PublicAnswer<unknown>, { ok: false }>) =>
  data(
    { code: body.code, message: body.message, suggestions: body.suggestions ?? [] },
    { status: httpStatus },
  );

/**
 * The value of an answer; a refusal becomes the page of its status, an old name leads to the new one.
 * @throws a redirect or the error page
 */
export function valueOf<T>(answer: PublicAnswer<T>, pathOf: (name: string) => string): T {
  if (answer.ok) return answer.value;
  const { body } = answer;
  const newName = body.params['username'];
  if (body.code === 'rooms.moved' && typeof newName === 'string') throw redirect(pathOf(newName), 301);
  throw refusedPage(answer);
}
