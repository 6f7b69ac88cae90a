import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Link } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Opens a screen with the text `Close` and a link, in a browser with these languages. */
async function openTexts(path: string, languages: readonly string[]): Promise<() => void> {
  vi.resetModules();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  history.replaceState(null, '', path);
  const { PageRouter } = await import('#client/ui/page-history.tsx');
  const { useTexts } = await import('#client/ui/use-texts.ts');
  const { TextsProvider } = await import('#client/spectators/TextsProvider.tsx');
  const { LanguageChooser } = await import('#client/spectators/LanguageChooser.tsx');
  function Text(): ReactNode {
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
          <Text />
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

/** The language of the document, and the text. */
const readShown = (): string =>
  `${document.documentElement.lang} ${screen.getByRole('heading').textContent}`;

test.each([
  ['/', ['it', 'de-AT', 'en'], 'de Schließen'],
  ['/?lang=cy', ['en'], 'cy Cau'],
  ['/?lang=en', ['cy'], 'en Close'],
])('[LG4] %s in a browser of %j is in %s', async (path, languages, expected) => {
  await openTexts(path, languages);
  await expect.poll(readShown).toBe(expected);
});

test('a chosen language is in the address, on the next screen and at the next visit', async () => {
  const close = await openTexts('/?tab=PB', ['en']);
  await press('Cymraeg');
  await expect.poll(readShown).toBe('cy Cau');
  expect(location.search).toBe('?tab=PB&lang=cy');
  await press('on');
  expect(location.pathname + location.search).toBe('/commentary?tab=BB&lang=cy');
  // As on the organisers' screens, which have no provider.
  close();
  await expect.poll(() => document.documentElement.lang).toBe('en');
  await openTexts('/', ['en']);
  await expect.poll(readShown).toBe('cy Cau');
  await press('English');
  await expect.poll(readShown).toBe('en Close');
  expect(location.search).toBe('?lang=en');
});

test('if texts cannot be loaded, the page is in English', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  vi.doMock('#shared/texts/cy.ts', () => {
    throw new Error('gone');
  });
  onTestFinished(() => {
    vi.doUnmock('#shared/texts/cy.ts');
  });
  await openTexts('/?lang=cy', ['cy']);
  await expect.poll(readShown).toBe('en Close');
  expect(warn).toHaveBeenCalledOnce();
});
