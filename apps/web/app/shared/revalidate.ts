import type { ShouldRevalidateFunctionArgs } from 'react-router';

const withoutModal = (url: URL): string => {
  const query = new URLSearchParams(url.search);
  query.delete('modal');
  query.sort();
  return `${url.pathname}?${query}`;
};

/** Opening and closing a modal changes the query but not the page, so its data is not loaded again. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  if (
    !args.formMethod &&
    withoutModal(args.currentUrl) === withoutModal(args.nextUrl) &&
    args.currentUrl.href !== args.nextUrl.href
  )
    return false;
  return args.defaultShouldRevalidate;
}
