export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Panel {
  readonly title: string;
  readonly xUnit: string;
  readonly yUnit: string;
  readonly lines: readonly Line[];
}

/** The page's light colours: accent first, since that is ours. */
const COLOURS = ['#0a6b45', '#c8371f', '#1d6fd6', '#b07a08', '#7d8c84', '#12201a'];
const INK = '#12201a';
const MUTED = '#56675f';
const RULE = '#e1e7e2';
const SURFACE = '#ffffff';
const GROUND = '#eef1ee';

const PANEL = { width: 350, height: 300, gap: 14, left: 52, right: 14, top: 34, bottom: 40 };
const LEGEND_LINE = 15;

/** Panels side by side, three in a row, as one SVG with both axes of each logarithmic. */
export function drawPanels(title: string, panels: readonly Panel[]): string {
  const columns = Math.min(3, panels.length);
  const legend = LEGEND_LINE * Math.max(...panels.map(({ lines }) => lines.length));
  const height = PANEL.height + legend + 4;
  const rows = Math.ceil(panels.length / columns);
  const width = columns * (PANEL.width + PANEL.gap) + PANEL.gap;
  const whole = rows * (height + PANEL.gap) + PANEL.gap;
  const drawn = panels.map((panel, i) => {
    const x = PANEL.gap + (i % columns) * (PANEL.width + PANEL.gap);
    const y = PANEL.gap + Math.floor(i / columns) * (height + PANEL.gap);
    return `<g transform="translate(${x} ${y})">${drawPanel(panel, height)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${whole}" width="${width}" height="${whole}" role="img" aria-label="${escapeText(title)}" font-family="system-ui, sans-serif" font-size="11" fill="${INK}">`,
    `<rect width="${width}" height="${whole}" fill="${GROUND}"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function drawPanel({ title, xUnit, yUnit, lines }: Panel, height: number): string {
  const points = lines.flatMap((line) => line.points);
  const right = PANEL.width - PANEL.right;
  const bottom = PANEL.height - PANEL.bottom;
  const x = createScale(
    points.map(([value]) => value),
    PANEL.left,
    right,
  );
  const y = createScale(
    points.map(([, value]) => value),
    bottom,
    PANEL.top,
  );
  return [
    `<rect width="${PANEL.width}" height="${height}" rx="8" fill="${SURFACE}"/>`,
    `<text x="14" y="21" font-size="13" font-weight="600">${escapeText(title)}</text>`,
    ...y.ticks.map(
      (tick) =>
        `<path d="M${PANEL.left} ${y.at(tick)}H${right}" stroke="${RULE}"/><text x="${PANEL.left - 6}" y="${round(y.at(tick) + 4)}" text-anchor="end" fill="${MUTED}">${formatTick(tick)}</text>`,
    ),
    ...x.ticks.map(
      (tick) =>
        `<path d="M${x.at(tick)} ${PANEL.top}V${bottom}" stroke="${RULE}"/><text x="${x.at(tick)}" y="${bottom + 16}" text-anchor="middle" fill="${MUTED}">${formatTick(tick)}</text>`,
    ),
    `<text x="${right}" y="${bottom + 31}" text-anchor="end" fill="${MUTED}">${escapeText(xUnit)}</text>`,
    `<text x="${right}" y="21" text-anchor="end" fill="${MUTED}">${escapeText(yUnit)}</text>`,
    ...lines.map((line, i) => drawLine(line, colourOf(i), x.at, y.at)),
    ...lines.map(({ name }, i) => {
      const at = PANEL.height + 8 + i * LEGEND_LINE;
      return `<path d="M14 ${at - 4}h16" stroke="${colourOf(i)}" stroke-width="2.5"/><text x="36" y="${at}">${escapeText(name)}</text>`;
    }),
  ].join('\n');
}

function drawLine(
  { points }: Line,
  colour: string,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const path = points.map(([a, b]) => `${x(a)} ${y(b)}`).join('L');
  const dots = points.map(([a, b]) => `<circle cx="${x(a)}" cy="${y(b)}" r="3" fill="${colour}"/>`);
  return `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`;
}

interface Scale {
  readonly ticks: readonly number[];
  readonly at: (value: number) => number;
}

/** No axis spans less than this factor, so that what hardly grows looks so. */
const LEAST_SPAN = 6;

/** From a little below the least to a little above the most, with ticks at 1, 2 and 5. */
function createScale(values: readonly number[], from: number, to: number): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = Math.max(1.3, Math.sqrt((LEAST_SPAN * least) / most));
  const [low, high] = [least / margin, most * margin];
  const at = (value: number): number =>
    round(from + (Math.log(value / low) / Math.log(high / low)) * (to - from));
  const decades = Math.log10(high / low);
  const steps = decades > 3 ? [1] : decades > 1.6 ? [1, 3] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1) {
    ticks.push(...steps.map((step) => step * 10 ** power));
  }
  return { ticks: ticks.filter((tick) => tick >= low && tick <= high), at };
}

function formatTick(value: number): string {
  if (value >= 1_000) return `${Number((value / 1_000).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? INK;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
