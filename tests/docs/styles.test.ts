import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const STYLES = 'client/ui/styles';
/** The plain page and a published race have sheets of their own, which no build touches. */
const APART = 'client/public/';

const files = readdirSync(join(ROOT, 'client'), { recursive: true, encoding: 'utf8' })
  .map((name) => `client/${name}`)
  .filter((path) => /\.(?:css|tsx?)$/.test(path) && !path.startsWith(APART))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const sheets = files
  .filter(({ path }) => path.endsWith('.css'))
  .map(({ path, text }) => ({ path, text: text.replaceAll(/\/\*[^]*?\*\//g, '') }));
const modules = sheets.filter(({ path }) => path.endsWith('.module.css'));
const components = files.filter(({ path }) => !path.endsWith('.css'));

function classesOf(text: string): ReadonlySet<string> {
  const selectors = text
    .replaceAll(/'[^'\n]*'/g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/@[^{;]*[{;]/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set(Array.from(selectors.matchAll(/\.([a-z_][\w-]*)/gi), ([, name = '']) => name));
}

/** By module: what components take of it; undefined where one asks by a name that it computes. */
const taken = new Map<string, Set<string> | undefined>(
  modules.map(({ path }) => [path, new Set()]),
);
for (const { path, text } of components) {
  for (const [, name = '', from = ''] of text.matchAll(
    /import (\w+) from '([^']+\.module\.css)'/g,
  )) {
    const module = from.startsWith('#') ? from.slice(1) : normalize(join(dirname(path), from));
    if (new RegExp(`\\b${name}\\[`).test(text)) taken.set(module, undefined);
    const names = taken.get(module);
    for (const [, used = ''] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
      if (used !== 'module') names?.add(used);
    }
  }
}

const parts = new Set(
  sheets
    .filter(({ path }) => path.startsWith(`${STYLES}/`))
    .flatMap(({ text }) => Array.from(classesOf(text))),
);

test('[LK15] a component uses only existing classes of a module, and every one of them', () => {
  expect(modules.length).toBeGreaterThan(50);
  const wrong = modules.flatMap(({ path, text }) => {
    const names = taken.get(path);
    if (!names) return [];
    const there = classesOf(text);
    const fromOthers = modules.flatMap((other) =>
      Array.from(other.text.matchAll(/composes: ([\w -]+) from '([^']+)'/g))
        .filter(([, , from = '']) => normalize(join(dirname(other.path), from)) === path)
        .flatMap(([, list = '']) => list.split(' ')),
    );
    const wanted = new Set([...names, ...fromOthers]);
    return [
      ...[...there].filter((name) => !wanted.has(name)).map((name) => `${path}: .${name} unused`),
      ...[...wanted].filter((name) => !there.has(name)).map((name) => `${path}: no .${name}`),
    ];
  });
  expect(wrong).toEqual([]);
});

test('[LK15] a module composes only shared parts', () => {
  const composed = modules.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/composes: ([\w -]+) from global/g)).flatMap(([, list = '']) =>
      list.split(' ').map((name) => ({ path, name })),
    ),
  );
  expect(composed.length).toBeGreaterThan(150);
  expect(composed.filter(({ name }) => !parts.has(name))).toEqual([]);
});

test('[LK15] every shared part is used', () => {
  const page = readFileSync(join(ROOT, 'client/index.html'), 'utf8');
  const named = [
    ...modules.flatMap(({ text }) =>
      Array.from(text.matchAll(/composes: ([\w -]+) from global/g), ([, list = '']) => list),
    ),
    ...components.flatMap(({ text }) =>
      Array.from(text.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g), ([list]) => list),
    ),
    ...Array.from(page.matchAll(/class="([^"]*)"/g), ([, list = '']) => list),
  ];
  const words = new Set(named.flatMap((list) => list.split(/[^\w-]+/)));
  expect(parts.size).toBeGreaterThan(50);
  expect([...parts].filter((name) => !words.has(name))).toEqual([]);
});

test('[LK15] every variable that a style asks for is set somewhere', () => {
  const all = files.map(({ text }) => text).join('\n');
  const asked = new Set(Array.from(all.matchAll(/var\((--[\w-]+)\)/g), ([, name = '']) => name));
  const set = new Set(
    Array.from(all.matchAll(/(--[\w-]+)(?:['"`]|\s*:)/g), ([, name = '']) => name),
  );
  expect(asked.size).toBeGreaterThan(50);
  expect([...asked].filter((name) => !set.has(name))).toEqual([]);
});

test('letters up to 1.5rem have a size of the scale', () => {
  const scale = readFileSync(join(ROOT, STYLES, 'tokens.css'), 'utf8');
  const sizes = sheets.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/(?<![\w-])font-size:([^;]+);/g), ([, value = '']) => ({
      path,
      value,
    })),
  );
  expect(sizes.length).toBeGreaterThan(50);
  const literal = sizes.filter(({ value }) =>
    Array.from(value.matchAll(/([\d.]+)rem/g)).some(
      ([, rem]) => Number(rem) !== 1 && Number(rem) <= 1.5,
    ),
  );
  expect(literal).toEqual([]);
  const unknown = sizes.filter(({ value }) =>
    Array.from(value.matchAll(/var\((--(?:text|title)-[\w]+)/g)).some(
      ([, name = '']) => !scale.includes(`${name}:`),
    ),
  );
  expect(unknown).toEqual([]);
});

/** What sheets but the typeface's give a property. */
function valuesOf(property: RegExp): { path: string; value: string }[] {
  return sheets
    .filter(({ path }) => !path.endsWith('typeface.css'))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(property), ([, value = '']) => ({ path, value })),
    );
}

test('weights of letters and corners of boxes are of the scale', () => {
  const weights = valuesOf(/(?<![\w-])font-weight: ([^;]+);/g);
  expect(weights.length).toBeGreaterThan(50);
  expect(weights.filter(({ value }) => !/^var\(--|^inherit$/.test(value))).toEqual([]);
  const corners = valuesOf(/border-(?:[\w-]+-)?radius: ([^;]+);/g);
  expect(corners.length).toBeGreaterThan(25);
  // A line of a few pixels, and what grows with the letters in it, are round by their own measure.
  expect(corners.filter(({ value }) => /(?<![\d.])(?:[3-9]|\d{2,})px/.test(value))).toEqual([]);
});

test('a screen changes its layout at one of five widths', () => {
  const widths = new Set(['40', '48', '64', '68.75', '80']);
  const conditions = files
    .filter(({ path }) => !path.endsWith('/tokens.css'))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(/(?:@media [^{]*|')\((?:max|min)-width: [^{']*/g), ([asked]) => ({
        path,
        asked,
      })),
    );
  expect(conditions.length).toBeGreaterThan(10);
  const others = conditions.filter(({ asked }) =>
    Array.from(asked.matchAll(/(max|min)-width: ([\d.]+)(\w+)/g)).some(
      ([, side, width = '', unit]) =>
        unit !== 'rem' ||
        (!widths.has(width) &&
          // The other side of a width begins a hundredth apart from it.
          !widths.has(
            (Number(width) + (side === 'max' ? 0.01 : -0.01)).toFixed(2).replace(/\.?0+$/, ''),
          )),
    ),
  );
  expect(others).toEqual([]);
});

test('what is not printed is marked by the one shared class', () => {
  const own = modules.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/@media print \{([^]*?)\n\}/g)).flatMap(([, rules = '']) =>
      Array.from(
        rules.matchAll(/^ {2}(\.[\w-]+) \{\n {4}display: none;\n {2}\}/gm),
        ([, name = '']) => `${path}: ${name}`,
      ),
    ),
  );
  expect(own).toEqual([]);
});
