/* Facts of pages in the words of schema.org, with whole addresses. */

type Facts = Record<string, unknown>;

/** The way to a page from the home page. @param base address of the site without a slash at the end */
export const breadcrumbs = (
  base: string,
  list: readonly { readonly name: string; readonly url: string }[],
): Facts => ({
  '@type': 'BreadcrumbList',
  itemListElement: list.map(({ name, url }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: base + url,
  })),
});

/** Pages that a list leads to, in its order. */
export const itemList = (
  base: string,
  items: readonly { readonly name: string; readonly path: string }[],
): Facts => ({
  '@type': 'ItemList',
  numberOfItems: items.length,
  itemListElement: items.map(({ name, path }, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    url: base + path,
  })),
});
