import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, expect, test } from 'vitest';
import { startJobQueue } from '../../platform/jobs/index.ts';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { type Follower, makeFollowerNews } from './follower-news.ts';

const { database } = await useTestDatabase();
const jobs = await startJobQueue(database, silentLog);
afterAll(() => jobs.stop());

const FOLLOWERS = Array.from({ length: 450 }, (_, at) => `fan${at}@example.org`);

test('each follower of each model is told once, whatever becomes of the mail to one of them: S202', async () => {
  const sent: string[] = [];
  const news = makeFollowerNews({
    claimTelling: () => Promise.resolve(true),
    findModel: (id) => Promise.resolve({ id, username: `model${id}`, displayName: `Model ${id}` } as never),
    listFollowers: (_model, above, limit) =>
      Promise.resolve(
        FOLLOWERS.map((email, at): Follower => {
          const id = (at + 1) as never;
          return { id, email, isEmailConfirmed: true, channels: 'email', site: 'x', locale: 'en' };
        })
          .filter(({ id }) => id > above)
          .slice(0, limit),
      ),
    jobs,
    mailer: {
      async send({ to, text }) {
        if (to === FOLLOWERS[7]) throw new Error('no such box');
        sent.push(`${to} ${/model\d/.exec(text)![0]}`);
      },
    },
    choosableMails: { prepare: () => Promise.resolve({ headers: {}, chooseUrl: 'https://example.org/x' }) },
    notify: () => Promise.resolve(),
    siteOfAccount: ({ settings }) => ({ publicUrl: 'https://example.org', locale: settings.locale }) as never,
    log: silentLog,
  });
  const models = [1, 2, 3];
  await database.kysely.transaction().execute(async (transaction) => {
    for (const model of models) await news.onLive(model as never, transaction);
  });
  await news.work();
  const wanted = models.flatMap((model) =>
    FOLLOWERS.filter((_, at) => at !== 7).map((email) => `${email} model${model}`),
  );
  await eventually(() => expect(sent.toSorted()).toEqual(wanted.toSorted()));
});
