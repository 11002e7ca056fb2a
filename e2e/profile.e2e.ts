import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn } from './steps.ts';
import { test } from './test.ts';

/* What people say and show of themselves: the own picture, the profile, and staff who looks at both. */

const SCENE = 'apps/demo/scenes/s01.jpg';
const PROFILE = '/account/settings/profile';
const field = (page: Page) => page.getByLabel('Picture file');
const headerPicture = (page: Page) => page.locator('.site-header .avatar-button img');
const text = (name: string, mimeType: string) => ({ name, mimeType, buffer: Buffer.from('no picture') });

/** Looks at a page in both themes and widths. */
const look = (page: Page, name: string) =>
  inEveryLook(page, async (one) => {
    if (process.env['SHOTS'])
      await page.screenshot({
        path: `${process.env['SHOTS']}/${name}-${one.name.replaceAll(' ', '-')}.png`,
        fullPage: true,
      });
    expect(await findings(page, one), `${name}, ${one.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${one.name}`).toBeLessThanOrEqual(0);
  });

/** Sends a picture after turning and moving it by keys alone. */
async function sendByKeys(page: Page): Promise<void> {
  await field(page).setInputFiles(SCENE);
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  await dialog.getByRole('button', { name: 'Turn right' }).press('Enter');
  const frame = dialog.getByRole('button', { name: /^Part of the picture/u });
  const drawn = () => frame.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  const before = await drawn();
  await dialog.getByLabel('Size').press('PageUp');
  await frame.press('ArrowDown');
  await frame.press('ArrowDown');
  expect(await drawn()).not.toBe(before);
  await dialog.getByRole('button', { name: 'Use this picture' }).press('Enter');
  await expect(dialog).toBeHidden();
}

for (const width of [1440, 360])
  test(
    `an own picture is cut, turned, sent, shown and removed, at ${width} px`,
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await joinAsNew(page);
      await page.goto(PROFILE);
      await expect(page.getByRole('button', { name: 'New picture' })).toBeVisible();

      await test.step('what is no picture is refused in these words', async () => {
        await field(page).setInputFiles(text('a.txt', 'text/plain'));
        await expect(page.getByText('Only image files are supported.')).toBeVisible();
        await field(page).setInputFiles(text('a.bmp', 'image/bmp'));
        await expect(page.getByText('Only PNG, JPG, WEBP or GIF files are supported.')).toBeVisible();
        await field(page).setInputFiles(text('a.png', 'image/png'));
        await expect(page.getByText('An error occurred')).toBeVisible();
      });

      await test.step('a failure of the server is told and may be tried again', async () => {
        await page.route('**/api/v1/avatar/upload', (route) => route.abort());
        await field(page).setInputFiles(SCENE);
        const dialog = page.getByRole('dialog', { name: 'Your picture' });
        await dialog.getByRole('button', { name: 'Use this picture' }).click();
        await expect(dialog.getByRole('alert')).toBeVisible();
        if (width === 360) await look(page, 'avatar-dialog');
        await page.unroute('**/api/v1/avatar/upload');
        // The picture is moved by hand.
        const box = (await dialog.getByRole('button', { name: /^Part of the picture/u }).boundingBox())!;
        await page.mouse.move(box.x + 100, box.y + 100);
        await page.mouse.down();
        await page.mouse.move(box.x + 60, box.y + 100, { steps: 3 });
        await page.mouse.up();
        await dialog.getByRole('button', { name: 'Use this picture' }).click();
        await expect(dialog).toBeHidden();
        await expect(headerPicture(page)).toHaveAttribute('src', /^\/files\/avatars\//u);
      });

      await test.step('another one takes its place, and none after its removal', async () => {
        const before = await headerPicture(page).getAttribute('src');
        await sendByKeys(page);
        await expect(headerPicture(page)).not.toHaveAttribute('src', before!);
        await page.reload();
        await expect(headerPicture(page)).toHaveAttribute('src', /^\/files\/avatars\//u);
        await page.getByRole('button', { name: 'Remove the picture' }).click();
        await expect(headerPicture(page)).toHaveCount(0);
      });
    },
  );

test(
  'a performer’s profile is saved field by field, shown on the bio, and its picture once staff has looked (IDENTITY-017) (SETTINGS-007)',
  { tag: '@full' },
  async ({ page, browser }) => {
    await logIn(page, 'demo_model');
    await page.goto(PROFILE);
    const bio = page.getByRole('region', { name: 'Your bio' });
    await expect(bio).toBeVisible();

    await test.step('every field says that it is saved', async () => {
      await bio.getByLabel('What you like').fill('Vinyl and late radio');
      await bio.getByRole('button', { name: 'Save' }).nth(1).click();
      await expect(bio.getByText('Saved', { exact: true })).toBeVisible();
      await expect(page.getByText('Your profile is saved.').first()).toBeVisible();
      await page.getByRole('textbox', { name: 'City' }).fill('Lisbon');
      await page.getByRole('region', { name: 'Where you are' }).getByRole('button', { name: 'Save' }).click();
      const looks = page.getByRole('region', { name: 'Looks and age' });
      await looks.getByLabel('Hair').selectOption('brown');
      await expect(looks.getByText('Saved', { exact: true })).toBeVisible();
      const hours = page.getByRole('region', { name: 'Usual hours' });
      await hours.getByRole('button', { name: 'Add hours' }).click();
      await hours.getByRole('button', { name: 'Save the hours' }).click();
      await expect(hours.getByText('Saved', { exact: true })).toBeVisible();
      const elsewhere = page.getByRole('region', { name: 'Elsewhere' });
      const bluesky = elsewhere.getByRole('group', { name: 'Bluesky' });
      await bluesky.getByLabel('Address').fill('https://bsky.app.example.org/profile/mara');
      await expect(bluesky.getByText('An address of Bluesky, with https://')).toBeVisible();
      await bluesky.getByLabel('Address').fill('https://bsky.app/profile/mara');
      await bluesky.getByLabel('Name there').fill('mara');
      await bluesky.getByRole('button', { name: 'Save Bluesky' }).click();
      await expect(elsewhere.getByText('Saved', { exact: true })).toBeVisible();
    });

    await test.step('a picture waits for staff', async () => {
      await sendByKeys(page);
      await expect(page.getByText('This one is being reviewed')).toBeVisible();
    });
    await look(page, 'profile');

    await test.step('staff shows it, and the bio says what was saved', async () => {
      const staff = await (await browser.newContext()).newPage();
      await logIn(staff, 'demo_admin');
      await staff.goto('/admin/review');
      await expect(staff.getByAltText('The new picture')).toBeVisible();
      await look(staff, 'review');
      await staff.getByRole('button', { name: 'Show what demo_model has sent', exact: true }).click();
      await expect(staff.getByText('Nothing waiting')).toBeVisible();
      // Guests' pages may come from a short memory.
      await expect(async () => {
        await page.goto('/demo_model/bio');
        const picture = page.locator('.bio-head .avatar img');
        await expect(picture).toHaveAttribute('src', /^\/files\/avatars\//u, { timeout: 5_000 });
      }).toPass();
      for (const words of ['Vinyl and late radio', 'Lisbon', 'Brown'])
        await expect(page.getByText(words, { exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Bluesky: mara' })).toHaveAttribute(
        'href',
        'https://bsky.app/profile/mara',
      );
      await look(page, 'bio');
    });
  },
);
