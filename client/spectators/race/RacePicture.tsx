import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useMemo, useRef } from 'react';

import { useMedia } from '#client/ui/use-media.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import type { CurrentLeg } from '#shared/forecast/current-leg.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { CourseScale } from './course-scale.ts';
import { MOST_POINTS, choosePoints, placeLabels } from './place-labels.ts';
import styles from './RacePicture.module.css';
import { findNearest, stackSwarm } from './swarm.ts';
import type { PlacedField } from './use-field.ts';
import { type Room, useRoom } from './use-room.ts';

/** A runner drawn larger, with a name. */
export interface ShownPerson {
  readonly result: UnrankedResult;
  readonly name: string;
  /** `1st woman`. */
  readonly title?: string | undefined;
  readonly role: 'followed' | 'first' | 'chosen';
  /** On the course line, from 0 to 1. */
  readonly at: number;
  /** Undefined for a finisher. */
  readonly leg?: CurrentLeg;
  readonly isUncertain?: boolean;
}

export interface RacePictureProps {
  readonly scale: CourseScale;
  /** The name of each point of the scale. */
  readonly names: readonly string[];
  readonly field: PlacedField;
  readonly people: readonly ShownPerson[];
  /** Without it, dots cannot be chosen and the picture fills its container. */
  readonly onChoose?: (result: UnrankedResult | undefined) => void;
}

/** A press within this distance of a dot chooses it. */
const REACH_PX = 44;
const BIG = 6.5;
/** The font size in pixels at which dots have their nominal size; they scale with larger text. */
const USUAL_EM = 14;
const MARGIN = 10;

/** The font weight of names. */
const WEIGHT = 650;
/** The heights of a row of runners and of a row of points, in em. */
const NAME_ROW = 1.55;
const POINT_ROW = 2.5;
/** The most runners with a name in the picture. */
const MOST_NAMES = 6;

/** The elevation profile with all runners. Hidden from screen readers: the list next to it has the same. */
export function RacePicture(props: RacePictureProps): ReactNode {
  const { scale, names, field, people, onChoose } = props;
  const { kilometres } = useTexts().common;
  const gradient = useId();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const room = useRoom(frame);
  const nameRows = Math.min(MOST_NAMES, people.length);
  const isWhole = onChoose === undefined;
  const drawing = useMemo(
    () => room && layOut(room, scale, names, kilometres, nameRows, isWhole),
    [room, scale, names, kilometres, nameRows, isWhole],
  );
  const dots = useMemo(
    () => drawing && placeDots(drawing, field, people),
    [drawing, field, people],
  );
  // Another colour scheme redraws the dots.
  useMedia('(prefers-color-scheme: dark)');
  useMedia('(forced-colors: active)');
  useLayoutEffect(() => {
    if (canvas.current && drawing && dots) drawDots(canvas.current, drawing, dots);
  });

  const choose = ({ clientX, clientY, currentTarget }: MouseEvent): void => {
    if (!drawing || !dots) return;
    const { left, top } = currentTarget.getBoundingClientRect();
    const to = { x: clientX - left, y: clientY - top };
    const big = people.map(({ at }) => placeOn(drawing, at));
    const bigDots = {
      x: Float32Array.from(big, ({ x }) => x),
      y: Float32Array.from(big, ({ y }) => y),
    };
    // Named runners first, as they are on top.
    const person = people[findNearest(bigDots, to, BIG * 2 * drawing.scale)];
    onChoose?.(person?.result ?? field.rows[dots.index[findNearest(dots, to, REACH_PX)] ?? -1]);
  };

  return (
    <div
      ref={frame}
      className={styles.frame}
      data-whole={isWhole}
      style={isWhole ? undefined : { height: drawing?.height ?? '24rem' }}
      aria-hidden="true"
      data-dots={dots?.index.length}
      onClick={onChoose && choose}
    >
      {drawing ? (
        <>
          <svg className={styles.layer}>
            <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
              <stop className={styles.high} offset="0" />
              <stop className={styles.low} offset="1" />
            </linearGradient>
            <path className={styles.ground} fill={`url(#${gradient})`} d={drawing.ground} />
            <path className={styles.ridge} d={drawing.ridge} />
            {drawing.points.map(({ name, x, y, bottom, label, distance }) => (
              <g key={x}>
                <path className={styles.stem} d={`M${x} ${y} V${bottom}`} />
                <circle className={styles.point} cx={x} cy={y} r={3.5 * drawing.scale} />
                {label === undefined ? null : (
                  <>
                    <text className={styles.name} {...label}>
                      {name}
                    </text>
                    <text className={styles.distance} {...label} y={label.y + 1.15 * drawing.em}>
                      {distance}
                    </text>
                  </>
                )}
              </g>
            ))}
          </svg>
          <canvas ref={canvas} className={styles.layer} />
          <People drawing={drawing} people={people} />
        </>
      ) : null}
    </div>
  );
}

function People(props: {
  readonly drawing: Drawing;
  readonly people: readonly ShownPerson[];
}): ReactNode {
  const { drawing, people } = props;
  const { room, em, scale, top, width, isWide } = drawing;
  const texts = people.map(({ name, title }) =>
    isWide && title !== undefined ? `${title}: ${isolateText(name)}` : name,
  );
  const labels = placeLabels(
    people.slice(0, MOST_NAMES).map(({ at }, index) => ({
      x: placeOn(drawing, at).x,
      width: room.measure(texts[index] ?? '', WEIGHT),
    })),
    { width, rows: MOST_NAMES },
  );
  return (
    <svg className={styles.layer}>
      {people.map(({ result, role, at, isUncertain }, index) => {
        const { x, y } = placeOn(drawing, at);
        const placed = labels[index];
        const textTop = top - (placed?.row ?? 0) * NAME_ROW * em;
        return (
          <g
            key={result.runnerId}
            className={styles.person}
            data-role={role}
            data-runner={result.runnerId}
          >
            {placed ? (
              <>
                <path className={styles.flag} d={`M${x} ${y} V${textTop - 1.1 * em}`} />
                <text
                  className={styles.who}
                  x={placed.x}
                  y={textTop - 0.2 * em}
                  textAnchor={placed.textAnchor}
                >
                  {texts[index]}
                </text>
              </>
            ) : null}
            <circle
              className={styles.big}
              data-uncertain={isUncertain}
              cx={x}
              cy={y}
              r={BIG * scale}
            />
          </g>
        );
      })}
    </svg>
  );
}

/** The picture without runners, in pixels. */
type Drawing = ReturnType<typeof layOut>;

function layOut(
  room: Room,
  scale: CourseScale,
  names: readonly string[],
  kilometres: (metres: number) => string,
  nameRows: number,
  isWhole: boolean,
) {
  const { width, em } = room;
  const isWide = width > 50 * em;
  const distanceOf = (atM: number | undefined, at: number): string =>
    atM === undefined || at === 0 ? '' : kilometres(atM);
  const xOf = (at: number): number => MARGIN + at * (width - 2 * MARGIN);
  const most = MOST_POINTS[isWide ? 'wide' : 'phone'];
  const shown = choosePoints(scale.points.length, most).map((index) => {
    const { at = 0, atM } = scale.points[index] ?? {};
    return { at, x: xOf(at), name: names[index] ?? '', distance: distanceOf(atM, at) };
  });
  const labels = placeLabels(
    shown.map(({ x, name, distance }) => ({
      x,
      width: Math.max(room.measure(name, WEIGHT), room.measure(distance)),
    })),
    { width, rows: 6 },
  );
  const rows = Math.max(0, ...labels.map((label) => label?.row ?? 0)) + 1;
  const below = (rows * POINT_ROW + 0.5) * em;
  const top = nameRows * NAME_ROW * em + 4;
  const flexible = isWhole ? Math.max(80, room.height - top - below) : 0;
  const relief = scale.heightsM ? flexible * 0.5 || (isWide ? 150 : 96) : 0;
  const foot = scale.heightsM ? 22 : 6;
  const swarmHeight = flexible === 0 ? (isWide ? 84 : 68) : flexible - relief - foot;
  const base = top + swarmHeight + relief + foot;
  const span = Math.max(1, Math.ceil(width - 2 * MARGIN));
  const groundY = Float32Array.from(
    { length: span + 1 },
    (_, x) => base - foot - relief * scale.heightAt(x / span),
  );
  const line = Array.from(groundY, (y, x) => `${x + MARGIN} ${y.toFixed(1)}`).join(' L');
  const points = shown.map(({ at, x, name, distance }, index) => {
    const label = labels[index];
    const labelTop = base + (label?.row ?? 0) * POINT_ROW * em;
    return {
      name,
      distance,
      x,
      y: groundY[Math.round(at * span)] ?? base,
      bottom: label ? labelTop + POINT_ROW * 0.85 * em : base,
      label: label && { x: label.x, textAnchor: label.textAnchor, y: labelTop + 1.2 * em },
    };
  });
  return {
    room,
    em,
    /** The scale of dots. */
    scale: Math.max(1, em / USUAL_EM),
    width,
    height: Math.ceil(base + below),
    isWide,
    /** The lower edge of the runners' names. */
    top,
    swarmHeight,
    /** The y of the ground at each pixel from the start. */
    groundY,
    ground: `M${MARGIN} ${base} L${line} L${width - MARGIN} ${base} Z`,
    ridge: `M${line}`,
    points,
  };
}

function placeOn(drawing: Drawing, at: number): { readonly x: number; readonly y: number } {
  const across = at * (drawing.width - 2 * MARGIN);
  return { x: MARGIN + across, y: drawing.groundY[Math.round(across)] ?? 0 };
}

type Dots = ReturnType<typeof placeDots>;

/** The dots of the field: centres in pixels, and the index of each runner. */
function placeDots(drawing: Drawing, field: PlacedField, people: readonly ShownPerson[]) {
  const named = new Set(people.map(({ result }) => result.runnerId));
  // Index loops: in a large field a callback for each runner would dominate the cost.
  const places = new Float32Array(field.rows.length);
  const rows = new Uint32Array(field.rows.length);
  const fades = new Uint8Array(field.rows.length);
  let count = 0;
  for (let row = 0; row < rows.length; row += 1) {
    if (named.has(field.rows[row]?.runnerId ?? '')) continue;
    places[count] = field.at[row] ?? 0;
    fades[count] = field.uncertain[row] ?? 0;
    rows[count] = row;
    count += 1;
  }
  const { scale, swarmHeight: height } = drawing;
  const room = { width: drawing.width - 2 * MARGIN, height, scale };
  const { x, up, diameter } = stackSwarm(places.subarray(0, count), room);
  const y = new Float32Array(count);
  for (let dot = 0; dot < count; dot += 1) {
    const across = x[dot] ?? 0;
    y[dot] = (drawing.groundY[Math.round(across)] ?? 0) - (up[dot] ?? 0);
    x[dot] = across + MARGIN;
  }
  const [index, uncertain] = [rows.subarray(0, count), fades.subarray(0, count)];
  return { x, y, diameter, index, uncertain };
}

const FADED = 0.35;

function drawDots(canvas: HTMLCanvasElement, { width, height }: Drawing, dots: Dots): void {
  const ratio = window.devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(ratio, ratio);
  pen.fillStyle = getComputedStyle(canvas).color;
  const { x, y, diameter, uncertain } = dots;
  const size = Math.max(1, diameter - (diameter > 3 ? 1 : 0.5));
  const isRound = size > 3;
  for (const isFaded of [1, 0]) {
    pen.globalAlpha = isFaded ? FADED : 1;
    for (let dot = 0; dot < x.length; dot += 1) {
      if (uncertain[dot] !== isFaded) continue;
      const left = (x[dot] ?? 0) - size / 2;
      const top = (y[dot] ?? 0) - size / 2;
      if (isRound) {
        pen.beginPath();
        pen.arc(left + size / 2, top + size / 2, size / 2, 0, 2 * Math.PI);
        pen.fill();
      } else {
        pen.fillRect(left, top, size, size);
      }
    }
  }
}
