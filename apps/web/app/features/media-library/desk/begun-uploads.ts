import { readLocal, writeLocal } from '#app/shared/local-store.ts';

/** An upload that the site has begun to take, and the parts that are there. */
export interface BegunUpload {
  readonly sha256: string;
  readonly uploadId: string;
  readonly partSize: number;
  readonly expiresAt: string;
  /** Numbers of parts, from 1. */
  readonly parts: readonly number[];
}

const KEY = 'uploads';
const MAX = 20;

function parse(value: unknown): readonly BegunUpload[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter(
    (one: Partial<BegunUpload> | null): one is BegunUpload =>
      typeof one?.sha256 === 'string' &&
      typeof one.uploadId === 'string' &&
      typeof one.partSize === 'number' &&
      typeof one.expiresAt === 'string' &&
      Array.isArray(one.parts),
  );
}

const all = (now: number): readonly BegunUpload[] =>
  (readLocal(KEY, parse) ?? []).filter(({ expiresAt }) => Date.parse(expiresAt) > now);

/** What was begun for a file in this browser and can continue, even after the page was left. */
export const findBegun = (sha256: string, now: number): BegunUpload | undefined =>
  all(now).find((one) => one.sha256 === sha256);

/** Keeps how far a file is. */
export function keepBegun(begun: BegunUpload, now: number): void {
  writeLocal(KEY, [begun, ...all(now).filter(({ sha256 }) => sha256 !== begun.sha256)].slice(0, MAX));
}

/** A file is complete, or starts over. */
export function dropBegun(sha256: string, now: number): void {
  writeLocal(
    KEY,
    all(now).filter((one) => one.sha256 !== sha256),
  );
}
