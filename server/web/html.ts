const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A piece of HTML with everything inserted escaped. Only {@link html} makes one. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Texts and numbers are escaped, `false` and undefined left out. */
type Filling = string | number | false | undefined | Html | readonly Html[];

/** Writes HTML: ``html`<td>${name}</td>` ``. Values are escaped, unless they are HTML themselves. */
export function html(parts: TemplateStringsArray, ...fillings: readonly Filling[]): Html {
  let text = parts[0] ?? '';
  for (const [at, filling] of fillings.entries()) text += fill(filling) + (parts[at + 1] ?? '');
  return new Html(text);
}

function fill(filling: Filling): string {
  if (filling === undefined || filling === false) return '';
  if (filling instanceof Html) return filling.text;
  if (typeof filling === 'string' || typeof filling === 'number')
    return escapeHtml(String(filling));
  return filling.map(({ text }) => text).join('');
}

/** Characters that no document may contain. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}/gu;

function escapeHtml(text: string): string {
  return text
    .replaceAll(UNPRINTABLE, '')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** A whole document. `head` is HTML: title, icon, styles and the rest. */
export function writeDocument(language: string, head: string, body: Html): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${head}
  </head>
  ${body.text}
</html>
`;
}
