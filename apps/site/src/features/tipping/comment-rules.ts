import { cleanText } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

export type CommentRefusal = 'compliance.text_refused' | 'tipping.comment_silenced';

/** What is wrong with a comment on a payment in somebody's room; null: nothing. */
export type CommentRule = (
  comment: string,
  owner: Account,
  caller: SiteCaller,
) => Promise<CommentRefusal | null>;

/** The whole room reads a tip's comment: the feature in charge of its lines adds the rules for comments. */
export interface CommentRules {
  add(rule: CommentRule): void;
  /**
   * @returns the comment as stored, null where there is none @throws compliance.text_refused, tipping.comment_silenced
   */
  check(comment: string | undefined, owner: Account, caller: SiteCaller): Promise<string | null>;
}

/** @param isRefused words that the operator allows nowhere */
export function makeCommentRules(isRefused: (text: string) => boolean): CommentRules {
  const rules: CommentRule[] = [
    (comment) => Promise.resolve(isRefused(comment) ? 'compliance.text_refused' : null),
  ];
  return {
    add: (rule) => void rules.push(rule),
    async check(comment, owner, caller) {
      const clean = cleanText(comment ?? '').trim();
      if (clean === '') return null;
      for (const rule of rules) {
        const refused = await rule(clean, owner, caller);
        if (refused) throw new AppError(refused);
      }
      return clean;
    },
  };
}
