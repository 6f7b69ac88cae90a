import { type ReactNode, useId, useMemo, useRef } from 'react';

import { useAllTexts } from '#client/ui/use-all-texts.ts';
import { RunnerLink } from '#client/spectators/RunnerLink.tsx';
import { describeName } from '#shared/format/describe-name.ts';
import { formatApart } from '#shared/format/format-time.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import type { Rounding } from '#shared/model/race-setup.ts';
import type { UnrankedResult } from '#shared/model/result.ts';
import type { DurationMs } from '#shared/model/time.ts';
import type { CourseScale } from '#client/spectators/race/course-scale.ts';
import styles from './GapChart.module.css';
import { type Gap, type GapLine, listGapSteps, scaleGap } from './gaps.ts';
import {
  MOST_POINTS,
  choosePoints,
  placeLabels,
  spreadApart,
} from '#client/spectators/race/place-labels.ts';
import { type Room, useRoom } from '#client/spectators/race/use-room.ts';

export interface GapChartProps {
  /** Explains whose gaps these are. */
  readonly why: string;
  readonly lines: readonly GapLine[];
  /** The rounding of the times compared. */
  readonly rounding: Rounding;
  readonly scale: CourseScale;
  /** The name of each point of the scale. */
  readonly names: readonly string[];
  /** The runner ids of the coloured lines. */
  readonly followed: ReadonlySet<string>;
}

/** The heights of a row of runners and of a row of points, in em. */
const LABEL_ROW = 1.65;
const POINT_ROW = 1.55;
/** The largest share of the width for names. */
const NAMES_SHARE = 0.46;
/** The gap between the plot and the names, in pixels. */
const LEAD = 22;

/** The gaps of some runners from point to point, as lines and as a table. */
export function GapChart(props: GapChartProps): ReactNode {
  const { why, lines, rounding, scale, names, followed } = props;
  const texts = useAllTexts();
  const { race, common } = texts;
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const title = useId();
  const chart = useMemo(
    () =>
      room &&
      layOut(room, { lines, rounding, scale, names }, (result) => describeName(result, common)),
    [room, lines, rounding, scale, names, common],
  );
  const stages = scale.points.slice(1).map(({ point }, at) => ({
    point,
    index: at + 1,
    name: names[at + 1],
  }));
  return (
    <section className="panel stack-8" aria-labelledby={title}>
      <h2 id={title} className="heading">
        {race.gaps}
      </h2>
      <p className="text-m muted">{why}</p>
      <div
        ref={frame}
        className={styles.frame}
        style={{ height: chart?.height ?? '20rem' }}
        aria-hidden="true"
      >
        {chart ? (
          <svg className={styles.chart}>
            {chart.steps.map(({ y, text }) => (
              <g key={text}>
                <path className={styles.step} d={`M${chart.gutter - 4} ${y} H${chart.plotWidth}`} />
                <text className={styles.value} x={chart.gutter - 8} y={y + 4} textAnchor="end">
                  {text}
                </text>
              </g>
            ))}
            {chart.points.map(({ x, label, name }) => (
              <g key={x}>
                <path className={styles.step} d={`M${x} 0 V${label?.bottom ?? chart.plotHeight}`} />
                {label ? (
                  <text
                    className={styles.value}
                    x={label.x}
                    y={label.bottom - 2}
                    textAnchor={label.textAnchor}
                  >
                    {name}
                  </text>
                ) : null}
              </g>
            ))}
            {chart.drawn.map(({ result, path, x, y, labelY, name, gap }) => (
              <g
                key={result.runnerId}
                className={styles.line}
                data-followed={followed.has(result.runnerId)}
              >
                <path className={styles.path} d={path} />
                <path
                  className={styles.lead}
                  d={`M${x} ${y} H${chart.plotWidth} L${chart.plotWidth + LEAD - 4} ${labelY}`}
                />
                <circle className={styles.end} cx={x} cy={y} r={3} />
                <text className={styles.name} x={chart.plotWidth + LEAD} y={labelY + 4}>
                  {name} <tspan className={styles.gap}>{gap}</tspan>
                </text>
              </g>
            ))}
          </svg>
        ) : null}
      </div>
      <details>
        <summary className={styles.summary}>{race.gapsTable}</summary>
        {/* The links in the rows let the keyboard scroll it. */}
        <div className={styles.scroll}>
          <table className={styles.table} aria-labelledby={title}>
            <thead>
              <tr>
                <th scope="col">{common.runner}</th>
                {stages.map(({ point, name }) => (
                  <th key={point} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ result, gaps }) => (
                <tr key={result.runnerId}>
                  <th scope="row">
                    <RunnerLink runner={result} />
                  </th>
                  {stages.map(({ point, index }) => (
                    <td key={point}>
                      {describeGap(
                        gaps.find((one) => one.index === index),
                        rounding,
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

function describeGap(gap: Pick<Gap, 'behindMs'> | undefined, rounding?: Rounding): string {
  return gap ? `+${formatApart(gap.behindMs, 0, rounding)}` : '–';
}

/** The chart in pixels; `gutter` is the width of the scale left of the plot. */
function layOut(
  room: Room,
  { lines, rounding, scale, names }: Pick<GapChartProps, 'lines' | 'rounding' | 'scale' | 'names'>,
  nameOf: (result: UnrankedResult) => string,
) {
  const { width, em, measure } = room;
  const row = LABEL_ROW * em;
  const plotHeight = Math.max(17 * em, (lines.length + 1) * row);
  const mostMs = Math.max(0, ...lines.flatMap(({ gaps }) => gaps.map(({ behindMs }) => behindMs)));
  const yOf = (behindMs: DurationMs): number =>
    row / 2 + scaleGap(behindMs, mostMs) * (plotHeight - row);

  const ends = lines
    .map(({ result, gaps }) => {
      const last = gaps.at(-1);
      const gap = last && last.behindMs > 0 ? describeGap(last, rounding) : '';
      const most = NAMES_SHARE * width - measure(` ${gap}`) - LEAD;
      const name = isolateText(shorten(nameOf(result), most, (text) => measure(text, 650)));
      return { result, gaps, name, gap, y: yOf(last?.behindMs ?? 0) };
    })
    .toSorted((a, b) => a.y - b.y);
  const namesWidth = Math.max(
    ...ends.map(({ name, gap }) => measure(name, 650) + measure(` ${gap}`)),
  );
  const plotWidth = Math.max(40, width - namesWidth - LEAD - 6);

  const steps = listGapSteps(mostMs).map((behindMs) => ({
    y: yOf(behindMs),
    text: describeGap({ behindMs }),
  }));
  // Lines begin at the first point, as there are no gaps at the start; the scale is to its left.
  const gutter = Math.max(0, ...steps.map(({ text }) => measure(text))) + 14;
  const firstAt = scale.points[1]?.at ?? 0;
  const xOf = (index: number): number =>
    gutter + (((scale.points[index]?.at ?? 1) - firstAt) / (1 - firstAt)) * (plotWidth - gutter);
  const labelYs = spreadApart(
    ends.map(({ y }) => y),
    { apart: row, from: row / 2, to: plotHeight - row / 2 },
  );
  const drawn = ends.map(({ result, gaps, name, gap, y }, at) => {
    const places = gaps.map(
      ({ index, behindMs }) => `${xOf(index).toFixed(1)} ${yOf(behindMs).toFixed(1)}`,
    );
    const x = xOf(gaps.at(-1)?.index ?? 1);
    return { result, name, gap, x, y, labelY: labelYs[at] ?? y, path: `M${places.join(' L')}` };
  });

  const stages = choosePoints(names.length - 1, MOST_POINTS.phone).map((at) => {
    const name = names[at + 1] ?? '';
    return { name, x: xOf(at + 1), width: measure(name) };
  });
  const labels = placeLabels(stages, { width, rows: 6 });
  const rows = Math.max(0, ...labels.map((label) => (label?.row ?? 0) + 1));
  const points = stages.map(({ name, x }, at) => {
    const label = labels[at];
    const bottom = plotHeight + ((label?.row ?? 0) + 1) * POINT_ROW * em;
    return { name, x, label: label && { x: label.x, textAnchor: label.textAnchor, bottom } };
  });
  const height = Math.ceil(plotHeight + rows * POINT_ROW * em + 4);
  return { height, gutter, plotWidth, plotHeight, steps, points, drawn };
}

/** Shortens a name to fit: first the given name to its initial, then the end. */
function shorten(name: string, width: number, measure: (text: string) => number): string {
  if (measure(name) <= width) return name;
  const [first = '', ...rest] = name.split(' ');
  const short = rest.length > 0 ? `${first.slice(0, 1)}. ${rest.join(' ')}` : name;
  if (measure(short) <= width) return short;
  let end = short.length - 1;
  while (end > 1 && measure(`${short.slice(0, end)}…`) > width) end -= 1;
  return `${short.slice(0, end).trimEnd()}…`;
}
