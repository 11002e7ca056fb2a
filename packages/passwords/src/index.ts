import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * Longer input takes long for passwords that repeat themselves, and adds little: what is strong in its first 32
 * characters is strong.
 */
const LENGTH_MAX = 32;

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: LENGTH_MAX });

/**
 * How hard a password is to guess, 0 to 4, as zxcvbn says it; from 2 on the site takes it.
 * @param own words of the person, such as the username, which are guessed first
 */
export const scorePassword = (password: string, own: readonly string[]): number =>
  zxcvbn.check(password, [...own]).score;

/** Lowest score that the site takes. */
export const SCORE_MIN = 2;
