import { describe, expect, test } from 'vitest';
import { mimeOf, parseDescription, trackCount } from './stream-description.ts';

describe('the description of a stream', () => {
  test('is read (LIVE-VIDEO-033)', () => {
    const text = '{"codecs":"avc1.42C016,opus","width":640,"height":360,"rendition":"source","more":1}';
    expect(parseDescription(text)).toEqual({
      codecs: 'avc1.42C016,opus',
      width: 640,
      height: 360,
      rendition: 'source',
    });
  });

  test.each([
    'nonsense',
    'null',
    '[]',
    '{}',
    '{"codecs":7,"width":1,"height":1,"rendition":"source"}',
    '{"codecs":"avc1\\"; x=\\"","width":1,"height":1,"rendition":"source"}',
    '{"codecs":"avc1","width":"640","height":1,"rendition":"source"}',
    '{"codecs":"avc1","width":640,"height":1}',
    '{"codecs":"avc1","width":640,"height":1,"rendition":"<b>"}',
  ])('is refused when it is %s', (text) => {
    expect(parseDescription(text)).toBeUndefined();
  });

  test('names the type of its pictures, or of its sound where there are none', () => {
    expect(mimeOf('avc1.42C016,opus')).toBe('video/mp4; codecs="avc1.42C016,opus"');
    expect(mimeOf('opus')).toBe('audio/mp4; codecs="opus"');
    expect([trackCount('avc1.42C016,opus'), trackCount('opus')]).toEqual([2, 1]);
  });
});
