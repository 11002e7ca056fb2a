import { type Browser, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { balanceOf, joinAndBuy, joinAsNew, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A set of pictures from its performer's desk over the review of staff to who buys it, sees it, puts it away and takes
 * it back; guests and people without tokens on their way to it.
 */

const SHOTS = process.env['E2E_SHOTS'];
const PRICE = 45;

const expectGood = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS)
      await page.screenshot({
        path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-'),
        fullPage: true,
      });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

/** Pictures that no other run has, drawn by the browser. */
const drawPictures = (page: Page, count: number): Promise<{ name: string; base64: string }[]> =>
  page.evaluate(
    (wanted) =>
      Array.from({ length: wanted }, (_, at) => {
        const canvas = document.createElement('canvas');
        canvas.width = 1280;
        canvas.height = 720;
        const context = canvas.getContext('2d')!;
        context.fillStyle = `hsl(${at * 90} 50% 40%)`;
        context.fillRect(0, 0, 1280, 720);
        context.fillStyle = '#fff';
        context.font = '200px sans-serif';
        context.fillText(`${at + 1} ${Date.now() % 10_000}`, 200, 420);
        return {
          name: `still-${at + 1}.jpg`,
          base64: canvas.toDataURL('image/jpeg', 0.9).replace(/^.*,/u, ''),
        };
      }),
    count,
  );

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Uploads pictures, offers them as one set, and has staff show it. @returns its name */
async function offerSet(browser: Browser, count: number): Promise<string> {
  const performer = await newPage(browser);
  await logIn(performer, 'demo_model');
  await performer.goto('/model-desk/media');
  await expect(
    performer
      .getByText('Files you have uploaded are listed here')
      .or(part(performer, 'Files').getByRole('checkbox').first()),
  ).toBeVisible();
  const pictures = await drawPictures(performer, count);
  await performer.getByLabel('Files to upload').setInputFiles(
    pictures.map(({ name, base64 }) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(base64, 'base64'),
    })),
  );
  const files = part(performer, 'Files').getByRole('checkbox');
  await expect(files).toHaveCount(count);
  for (const file of await files.all()) {
    await expect(file).toBeEnabled();
    await file.check();
  }
  await expectGood(performer, 'desk of media');
  await part(performer, 'Files')
    .getByRole('button', { name: /^Offer the pictures/u })
    .click();
  const form = performer.getByRole('dialog', { name: 'Offer pictures' });
  const name = `Stills ${Date.now().toString(36)}`;
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Tags').fill('vinyl');
  await form.getByLabel('Price', { exact: true }).fill(String(PRICE));
  await expectGood(performer, 'form of media');
  await form.getByRole('button', { name: 'Send for review' }).click();
  const row = part(performer, 'Your media').getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('In review');

  const staff = await newPage(browser);
  await logIn(staff, 'demo_admin');
  await staff.goto('/admin/review');
  await staff.getByRole('radio', { name: 'Media' }).click();
  const waiting = staff.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(waiting.getByRole('img', { name: `Picture 1 of ${name}` })).toBeVisible();
  await waiting.getByRole('button', { name: 'Show what demo_model has sent', exact: true }).click();
  await expect(waiting).toHaveCount(0);
  await performer.reload();
  await expect(row).toContainText('Shown');
  await staff.context().close();
  await performer.context().close();
  return name;
}

const cardOf = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

test(
  'a set is uploaded, reviewed, found, bought, seen in the library, hidden and restored (MEDIA-LIBRARY-001) (MEDIA-LIBRARY-002) (MEDIA-LIBRARY-004) (MEDIA-LIBRARY-005) (MEDIA-LIBRARY-007) (MEDIA-LIBRARY-008) (MEDIA-LIBRARY-009) (MEDIA-LIBRARY-033) (MEDIA-LIBRARY-034) (MEDIA-LIBRARY-035)',
  { tag: '@full' },
  async ({ page, browser }) => {
    const name = await offerSet(browser, 3);
    await joinAndBuy(page, 100);

    await test.step('it is found in the list of pictures and in that of its performer', async () => {
      await page.goto('/media/pictures');
      await expect(cardOf(page, name)).toContainText(String(PRICE));
      await expectGood(page, 'list of pictures');
      await page.goto('/demo_model/media');
      await expect(cardOf(page, name)).toBeVisible();
      await expectGood(page, 'media of a performer');
      await cardOf(page, name).getByRole('link').click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    });
    const address = new URL(page.url()).pathname;
    const other = await page.context().newPage();
    await other.goto('/media/pictures');
    await expect(cardOf(other, name)).toContainText(String(PRICE));

    await test.step('what is locked says so, and one question stands before the purchase', async () => {
      await expect(page.getByText('Locked')).toBeVisible();
      await expectGood(page, 'media that is locked');
      await page
        .getByRole('button', { name: `Buy for ${PRICE}` })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Buy these pictures?' });
      await expect(dialog).toContainText('Balance after');
      await expectGood(page, 'purchase of media');
      await dialog.getByRole('button', { name: `Buy for ${PRICE}` }).click();
      await expect(page.getByText('Media Purchased')).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => balanceOf(page)).toBe(100 - PRICE);
    });

    await test.step('every open page knows it', async () => {
      await expect(cardOf(other, name)).toContainText('Owned');
      await other.close();
    });

    await test.step('the first picture is chosen; keys lead through the gallery, Esc closes it, focus goes back', async () => {
      await expect(page.getByRole('img', { name: `Picture 1 of 3: ${name}` })).toBeVisible();
      const open = page.getByRole('button', { name: 'Show in full size' });
      await open.focus();
      await page.keyboard.press('Enter');
      const gallery = page.getByRole('dialog', { name: 'Picture gallery' });
      await expect(gallery).toContainText('1 of 3');
      await expectGood(page, 'gallery');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect(gallery).toContainText('3 of 3');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await expect(gallery).toContainText('2 of 3');
      await page.keyboard.press('Escape');
      await expect(gallery).toHaveCount(0);
      await expect(open).toBeFocused();
      await expect(page.getByRole('img', { name: `Picture 2 of 3: ${name}` })).toBeVisible();
      await page.keyboard.press('ArrowLeft');
      await expect(page.getByRole('img', { name: `Picture 1 of 3: ${name}` })).toBeVisible();
      await expectGood(page, 'media that is open');
    });

    await test.step('it is in the library, is put away and taken back', async () => {
      await page.goto('/account/media/pictures');
      await expect(cardOf(page, name)).toContainText('Owned');
      await expectGood(page, 'library');
      await page.getByRole('button', { name: `Hide ${name}` }).click();
      await expect(cardOf(page, name)).toHaveCount(0);
      await page.getByRole('link', { name: 'Hidden' }).click();
      await page.getByRole('button', { name: `Restore ${name}` }).click();
      await expect(cardOf(page, name)).toHaveCount(0);
      await page.goto('/account/media/pictures');
      await expect(cardOf(page, name)).toBeVisible();
    });

    await test.step('it stands in a playlist of its own', async () => {
      await page.goto(address);
      await page.getByRole('button', { name: 'Playlists' }).click();
      const dialog = page.getByRole('dialog', { name: 'Playlists' });
      await dialog.getByLabel('New playlist').fill('The whole evening');
      await dialog.getByRole('button', { name: 'Create it and add this' }).click();
      await expect(dialog.getByRole('checkbox', { name: 'The whole evening' })).toBeChecked();
      await page.keyboard.press('Escape');
      await page.goto('/account/media/playlists');
      await page.getByRole('link', { name: /The whole evening/u }).click();
      await expect(page.getByRole('heading', { name: 'Playlist: The whole evening' })).toBeVisible();
      await expectGood(page, 'media of a playlist');
    });

    await test.step('a guest is sent to log in and comes back; a short address leads to the one address', async () => {
      const guest = await newPage(browser);
      const id = address.split('/').at(-1)!;
      await guest.goto(`/demo_model/pictures/${id}?playlist=7`);
      expect(new URL(guest.url()).pathname + new URL(guest.url()).search).toBe(`${address}?playlist=7`);
      await guest.goto(address);
      await guest
        .getByRole('button', { name: `Buy for ${PRICE}` })
        .first()
        .click();
      await expect(guest.getByRole('heading', { name: 'Log in' })).toBeVisible();
      await logIn(guest, 'demo_viewer', `/login?return_to=${encodeURIComponent(address)}`);
      await expect(guest.getByRole('heading', { name, level: 1 })).toBeVisible();
      expect(new URL(guest.url()).pathname).toBe(address);
      await guest.context().close();
    });

    await test.step('too few tokens lead to buying them', async () => {
      const poor = await newPage(browser);
      await joinAsNew(poor);
      await poor.goto(address);
      await poor
        .getByRole('button', { name: `Buy for ${PRICE}` })
        .first()
        .click();
      await expect(poor.getByText('You have to buy more credits to buy this media')).toBeVisible();
      await expect(
        poor.getByRole('dialog').filter({ hasText: `You need ${PRICE} more tokens for the media` }),
      ).toBeVisible();
      await poor.context().close();
    });
  },
);

test('a subject that nothing has shows an empty list as not found, and the way to all of it (ERRORS-014)', async ({
  page,
}) => {
  const answer = await page.goto('/media/videos?tag=no-such-subject');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No matches here' })).toBeVisible();
  await expectGood(page, 'list without media');
  await page.getByRole('link', { name: 'Show all of it' }).click();
  await expect(page).toHaveURL(/\/media\/videos$/u);
});

test('an item that is not there says so (ERRORS-016)', async ({ page }) => {
  await page.goto('/demo_model/media/nothing/999999999');
  await expect(page.getByRole('heading', { name: 'This item was not found' })).toBeVisible();
  await expectGood(page, 'media that is missing');
});

test(
  'who sells most is listed; /media leads to the videos (MEDIA-LIBRARY-006)',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/media');
    await expect(page).toHaveURL(/\/media\/videos$/u);
    await page.goto('/media/top-models');
    await expect(page.getByRole('heading', { name: 'Top sellers' })).toBeVisible();
    await expectGood(page, 'top sellers');
  },
);
