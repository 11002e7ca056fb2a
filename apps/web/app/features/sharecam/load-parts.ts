import { withTexts } from '../../shared/language/with-texts.ts';

/** The code that follows shared cameras, fetched with the first event about one. */
export const loadSharecam = withTexts(async () => {
  const [{ reduceSharecam }, { tellDeclined }] = await Promise.all([
    import('./sharecam-state.ts'),
    import('./tell-declined.ts'),
  ]);
  return { reduceSharecam, tellDeclined };
});
