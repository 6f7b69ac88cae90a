import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Link } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Opens a screen that says `Close` and leads to another one, in a browser of these languages. */
async function openWords(path: string, languages: readonly string[]): Promise<() => void> {
  vi.resetModules();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  history.replaceState(null, '', path);
  const { PageRouter } = await import('#client/ui/page-history.tsx');
  const { useTexts } = await import('#client/ui/use-texts.ts');
  const { TextsProvider } = await import('#client/spectators/TextsProvider.tsx');
  const { LanguageChooser } = await import('#client/spectators/LanguageChooser.tsx');
  function Words(): ReactNode {
    return <h1>{useTexts().common.close}</h1>;
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const close = (): void => {
    root.unmount();
    document.body.replaceChildren();
  };
  onTestFinished(() => {
    close();
    localStorage.clear();
    vi.restoreAllMocks();
  });
  root.render(
    <PageRouter>
      <Suspense>
        <TextsProvider>
          <Words />
          <LanguageChooser />
          <Link to="/commentary?tab=BB">on</Link>
        </TextsProvider>
      </Suspense>
    </PageRouter>,
  );
  await screen.findByRole('heading');
  return close;
}

const press = async (name: string): Promise<void> =>
  userEvent.click(screen.getByRole('link', { name }));

/** In which language the page is, and its word. */
const readShown = (): string =>
  `${document.documentElement.lang} ${screen.getByRole('heading').textContent}`;

test.each([
  ['/', ['it', 'de-AT', 'en'], 'de Schließen'],
  ['/?lang=cy', ['en'], 'cy Cau'],
  ['/?lang=en', ['cy'], 'en Close'],
])('[LG4] %s in a browser of %j is in %s', async (path, languages, expected) => {
  await openWords(path, languages);
  await expect.poll(readShown).toBe(expected);
});

test('a link chooses the language of address, next screen and next visit', async () => {
  const close = await openWords('/?tab=PB', ['en']);
  const link = screen.getByRole('link', { name: 'Cymraeg' });
  expect([link.lang, link.getAttribute('hreflang')]).toEqual(['cy', 'cy']);
  await press('Cymraeg');
  await expect.poll(readShown).toBe('cy Cau');
  expect(location.search).toBe('?tab=PB&lang=cy');
  await press('on');
  expect(location.pathname + location.search).toBe('/commentary?tab=BB&lang=cy');
  // The organisers' screens have no such provider.
  close();
  await expect.poll(() => document.documentElement.lang).toBe('en');
  await openWords('/', ['en']);
  await expect.poll(readShown).toBe('cy Cau');
  await press('English');
  await expect.poll(readShown).toBe('en Close');
  expect(location.search).toBe('?lang=en');
});

test('without the texts of a language the race is shown in English', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.doMock('#shared/texts/cy.ts', () => {
    throw new Error('gone');
  });
  onTestFinished(() => {
    vi.doUnmock('#shared/texts/cy.ts');
  });
  await openWords('/?lang=cy', ['cy']);
  await expect.poll(readShown).toBe('en Close');
  expect(warn).toHaveBeenCalledOnce();
});
