import type { Api, ResultOf } from '@klieg/contract';

/** What a call answers, by its name in the contract. */
export type Answer<K extends keyof Api> = ResultOf<Api[K]>;
