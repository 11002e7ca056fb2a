import type { NoticeCode } from '../notice-codes.ts';

/** Words of a notice; `{name}` stands for the parameter of that name. The body may be empty. */
export interface NoticeText {
  readonly title: string;
  readonly body: string;
}

/** Every notice; English has them all. */
export type NoticeTexts = Readonly<Record<NoticeCode, NoticeText>>;
