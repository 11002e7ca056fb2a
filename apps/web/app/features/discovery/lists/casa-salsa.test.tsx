import { screen, waitFor } from '@testing-library/react';
import { I18nProvider } from '@lingui/react';
import { setupI18n } from '@lingui/core';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { randomDrawing } from './casa-salsa.ts';
import { HousePicture } from '../cards/house-picture.tsx';

test('the drawing of the house is one of four, each as likely (BROWSE-066)', () => {
  const drawn = Array.from({ length: 400 }, (_, at) => randomDrawing(at / 400));
  for (const which of [1, 2, 3, 4]) expect(drawn.filter((one) => one === which)).toHaveLength(100);
  expect(randomDrawing(0.999_999)).toBe(4);
  for (let i = 0; i < 200; i++) expect([1, 2, 3, 4]).toContain(randomDrawing());
});

const open = (csStreamStatus: 'online' | 'offline', which: number) => {
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '*',
        loader: () => ({ siteConfig: { csStreamStatus } }),
        element: <HousePicture which={which} />,
      },
    ],
    {
      initialEntries: ['/casa-salsa'],
      hydrationData: { loaderData: { root: { siteConfig: { csStreamStatus } } } },
    },
  );
  return render(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
};

test('each drawing is shown while the stream of the house is away, and none while it is there', async () => {
  const sources = new Set<string>();
  for (const which of [1, 2, 3, 4]) {
    const { unmount } = open('offline', which);
    const picture = await screen.findByRole('img', { name: 'A drawing of a room in the house at night' });
    sources.add(picture.getAttribute('src')!);
    unmount();
  }
  expect(sources.size).toBe(4);
  open('online', 1);
  await waitFor(() => expect(screen.queryByRole('img')).toBeNull());
});
