import type { Starter } from '#shared/model/result.ts';
import type { LanguageCode } from '#shared/texts/languages.ts';

/** What no system takes for a part of a file's name. */
const UNUSABLE = /[\p{C}\\/:*?"<>|]+/gu;

/** Where the server draws the result of a runner as a picture (PROTOCOL.md PW5); it is always the one of now. */
export function addressCard(
  { runnerId }: Pick<Starter, 'runnerId'>,
  language: LanguageCode,
): string {
  return `/card/runner/${encodeURIComponent(runnerId)}.png?lang=${language}`;
}

/** `Heledd Bevan - Ras Beca.png` */
export function nameCard(name: string, raceTitle: string): string {
  const words = [name, raceTitle].map((text) =>
    text.replaceAll(UNUSABLE, ' ').replaceAll(/\s+/g, ' ').trim(),
  );
  return `${words.filter(Boolean).join(' - ')}.png`;
}

/** Whether the browser hands files on to the phone's own sheet; over plain HTTP none does. */
export function sharesPictures(): boolean {
  const { canShare } = navigator as Partial<Pick<Navigator, 'canShare'>>;
  const file = new File([], 'card.png', { type: 'image/png' });
  return canShare?.call(navigator, { files: [file] }) ?? false;
}
