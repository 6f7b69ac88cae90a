import type { LineStyle, Typeface } from './typeface.ts';

/** The colours of the page's header and dark theme. */
export const INK = '#f4f8f6';
export const QUIET = '#a9c4b8';
export const BRIGHT = '#5fe0aa';
/** For the first three, as on a finisher's page. */
export const MEDALS = ['#f5cd5f', '#d3dee5', '#eeb184'] as const;
const TILE = '#ffffff14';

interface Line extends LineStyle {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly fill: string;
  /** The part of the text at `x`; `start` by default. */
  readonly anchor?: 'middle';
  /** A longer text is scaled down. */
  readonly maxWidth: number;
}

/** A part of the picture, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Builds an SVG; text is drawn as outlines. */
export class Canvas {
  readonly #typeface: Typeface;
  readonly #size: { readonly width: number; readonly height: number };
  #shapes = '';

  constructor(typeface: Typeface, size: { readonly width: number; readonly height: number }) {
    this.#typeface = typeface;
    this.#size = size;
  }

  /** Writes a line, or nothing if the typeface lacks a letter. */
  write(text: string, line: Line): void {
    const written = this.#typeface.write(text);
    if (written === undefined || written === '') return;
    const full = this.#typeface.measure(written, line);
    const scale = Math.min(1, line.maxWidth / full);
    const shift = line.anchor === 'middle' ? (scale * full) / 2 : 0;
    const style = { ...line, size: scale * line.size };
    const drawn = this.#typeface.draw(written, line.x - shift, line.y, style);
    this.#shapes += `<g fill="${line.fill}">${drawn}</g>`;
  }

  tile(x: number, y: number, width: number, height: number): void {
    this.#shapes += `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="20" fill="${TILE}"/>`;
  }

  /** The product's logo, for a race without one. */
  mark({ left, top, height }: Box): void {
    this.#shapes += `<g transform="translate(${left} ${top}) scale(${height / 32})"><rect width="32" height="32" rx="8" fill="#0f8055"/><path d="M5 23 13 11l4.5 6 3-4.500L27 23z" fill="#fff"/><circle cx="22.500" cy="8.500" r="2.500" fill="${MEDALS[0]}"/></g>`;
  }

  finish(): string {
    const { width, height } = this.#size;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="ground" x1="0" y1="0" x2="0.400" y2="1"><stop offset="0" stop-color="#17513f"/><stop offset="0.600" stop-color="#0d2c22"/><stop offset="1" stop-color="#08130f"/></linearGradient></defs>
<rect width="${width}" height="${height}" fill="url(#ground)"/>
<g fill="#5fe0aa" transform="translate(${width} ${height})"><path opacity="0.070" d="M-760 0-420-330-310-220-160-400 0-230V0z"/><path opacity="0.060" d="M-520 0-250-210-150-130 0-290V0z"/></g>
${this.#shapes}</svg>`;
  }
}
