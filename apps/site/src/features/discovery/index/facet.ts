/** What somebody has, such as `tag:piano`: a kind and a value of it. */
export type Facet = `${string}:${string}`;
