import type { AccountId } from '@klieg/kernel';
import { uuidv7 } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { lowRendition } from '../streams/spy-preview-rules.ts';
import { makeSpyPreviewStore } from './spy-preview-store.ts';

const site = await useTestSite();
const previews = makeSpyPreviewStore(site.database);
const keyOf = (viewer: Member, model: Member, showId = uuidv7()) => ({
  viewerId: viewer.id as AccountId,
  modelId: model.id as AccountId,
  showId,
});
const newPreview = (seconds = 10) => ({ grantId: uuidv7(), seconds });
const secondsFor = async (viewer: Pick<Member, 'call'>, model: Member) =>
  (await viewer.call('getSpyPreviewDuration', { params: { username: model.username } })).seconds;

describe('the free look into a show', () => {
  test('is offered to members where the model lets people spy, for as long as the model says (SHOWS-004) (SHOWS-023) (S401)', async () => {
    const model = await site.join({ type: 'model' });
    const shy = await site.join({ type: 'model', settings: { spy_cost: 0 } });
    const long = await site.join({ type: 'model', settings: { spy_preview_seconds: 30 } });
    const viewer = await site.join();
    expect(await secondsFor(viewer, model)).toBe(10);
    expect(await secondsFor(viewer, long)).toBe(30);
    expect(await secondsFor(viewer, shy)).toBe(0);
    expect(await secondsFor(model, model)).toBe(0);
    expect(await secondsFor(await site.visit(), model)).toBe(0);
    const nobody = viewer.call('getSpyPreviewDuration', { params: { username: 'nobody_here' } });
    expect(await codeOf(nobody)).toBe('rooms.not_found');
  });

  test('is given once per viewer and model in 24 h, however many pages ask at once (S401)', async () => {
    const [model, other] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
    const viewer = await site.join();
    const first = uuidv7();
    const tries = Array.from({ length: 20 }, (_, i) =>
      previews.claim(keyOf(viewer, model, i % 2 ? first : uuidv7()), newPreview()),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
    expect(await secondsFor(viewer, model)).toBe(0);
    expect(await secondsFor(viewer, other)).toBe(10);
  });

  test('goes on under the same grant until it is over (S401)', async () => {
    const [viewer, model] = [await site.join(), await site.join({ type: 'model' })];
    const key = keyOf(viewer, model);
    const preview = newPreview(15);
    expect(await previews.findRunning(key, 60)).toBeUndefined();
    await previews.claim(key, preview);
    expect(await previews.findRunning(key, 60)).toEqual(preview);
    expect(await previews.findRunning(key, 0)).toBeUndefined();
    await previews.markOver(preview.grantId);
    await previews.markOver(preview.grantId);
    expect(await previews.findRunning(key, 60)).toBeUndefined();
  });

  test('shows the smallest picture that is made', () => {
    expect(lowRendition(720, ['source', '480p', '240p', 'audio'])).toBe('240p');
    expect(lowRendition(240, ['source', 'audio'])).toBe('source');
    expect(lowRendition(720, ['source'])).toBeUndefined();
    expect(lowRendition(null, ['source'])).toBeUndefined();
  });
});
