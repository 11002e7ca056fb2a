import type { AccountId } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { makeIngestReports } from './ingest-reports.ts';

const MODEL = 7 as AccountId;
const refusal = { code: 'codec', text: 'Set the Bitrate to 2,500.' } as const;

test('why an encoder was sent away stays until it broadcasts, and long enough to be read', () => {
  let nowMs = 0;
  const reports = makeIngestReports(() => nowMs);
  reports.keepRefusal(MODEL, refusal);
  nowMs = 3_600_000;
  expect(reports.refusalOf(MODEL)).toEqual(refusal);
  reports.forgetRefusal(MODEL);
  expect(reports.refusalOf(MODEL)).toBeUndefined();
});

test('one that comes back again and again with too much is told all the time, and no longer once it is mended', () => {
  let nowMs = 0;
  const reports = makeIngestReports(() => nowMs);
  for (let round = 0; round < 20; round++) {
    reports.keepRefusal(MODEL, refusal);
    nowMs += 2_000;
    reports.forgetRefusal(MODEL);
    nowMs += 10_000;
    expect(reports.refusalOf(MODEL)).toEqual(refusal);
  }
  nowMs += 20_000;
  expect(reports.refusalOf(MODEL)).toBeUndefined();
});
