import { expect, test } from 'vitest';
import { levelOfRendition, renditionOfLevel, renditionsOfLevels } from './hls-levels.ts';

const level = (id: string, height: number) => ({
  url: [`https://edge.example/live/hls/8f0c/${id}/media.m3u8?token=st_1`],
  height,
});
const levels = [level('240p', 240), level('source', 720), level('480p', 480)];

test('levels are offered by the name of their rendition, best first', () => {
  expect(renditionsOfLevels(levels)).toEqual([
    { id: 'source', heightLines: 720 },
    { id: '480p', heightLines: 480 },
    { id: '240p', heightLines: 240 },
  ]);
  expect(renditionOfLevel(levels[2])).toBe('480p');
});

test('a rendition is found whatever the order of the levels; one that is not there leaves the choice open', () => {
  expect(levelOfRendition(levels, 'source')).toBe(1);
  expect(levelOfRendition(levels, 'auto')).toBe(-1);
  expect(levelOfRendition(levels, 'audio')).toBe(-1);
});

test('addresses of another form name no rendition', () => {
  expect(renditionOfLevel(undefined)).toBe('');
  expect(renditionOfLevel({ url: ['https://cdn.example/a.m3u8'], height: 1 })).toBe('');
  expect(renditionsOfLevels([{ url: [], height: 480 }])).toEqual([]);
});
