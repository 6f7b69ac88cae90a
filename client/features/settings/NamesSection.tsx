import type { ReactNode } from 'react';

import layout from './layout.module.css';
import { Section } from './Section.tsx';
import { readTyped } from './setting-texts.ts';
import { SettingField } from './SettingField.tsx';
import type { ConfigForm } from './use-config-form.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { type EventCode, EVENTS } from '#shared/model/event.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import { KOM_SEGMENTS, stagesOf } from '#shared/scoring/course.ts';
import { listTabs } from '#shared/scoring/tabs.ts';

/** The names of distances, stages and climbs, and what the results page makes of them. */
export function NamesSection({ form }: { readonly form: ConfigForm }): ReactNode {
  const names = readNames(form);
  return (
    <Section title="Names on the results page">
      <div className="stack-14">
        <SettingField form={form} field="distances">
          {isReadable(form, 'distances') ? <Understood lines={describeTabs(names)} /> : null}
        </SettingField>
        <SettingField form={form} field="wayPoints">
          {isReadable(form, 'wayPoints') ? <Understood lines={describeStages(names)} /> : null}
        </SettingField>
        <SettingField form={form} field="KOMs">
          {isReadable(form, 'KOMs') ? <Understood lines={describeSpecials(names)} /> : null}
        </SettingField>
      </div>
    </Section>
  );
}

function Understood({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <ul className={layout.understood}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The names as typed; where a field cannot be read, as they are saved. */
function readNames({ typed, latest }: ConfigForm): Names {
  const read = (field: keyof Names): string => {
    const reading = readTyped(field, typed[field]);
    return reading.ok ? reading.value : latest[field];
  };
  return { distances: read('distances'), wayPoints: read('wayPoints'), KOMs: read('KOMs') };
}

function isReadable(form: ConfigForm, field: keyof Names): boolean {
  return readTyped(field, form.typed[field]).ok;
}

/** The part of the settings that names tabs and stages. */
type Names = Pick<RaceConfig, 'distances' | 'wayPoints' | 'KOMs'>;

/** Which distances the results page gets a tab for: their names and codes. */
export function describeTabs(names: Names): readonly string[] {
  const events = configuredEvents(names);
  if (events.length === 0) return ['No distance has a tab.'];
  const without = EVENTS.slice(events.length);
  return [
    `Tabs: ${events.map((event) => `${labelEvent(event, names)} (${event})`).join(', ')}.`,
    ...(without.length === 0 ? [] : [`No tab for ${without.join(' and ')}.`]),
  ];
}

/** Which name each distance shows for its checkpoints: `Half: CP1 Bedd Morris`. */
export function describeStages(names: Names): readonly string[] {
  const stageNames = splitNames(names.wayPoints);
  if (stageNames.length < 2) {
    return ['Results do not open to splits: that takes two names or more.'];
  }
  const events = configuredEvents(names);
  return (events.length === 0 ? EVENTS : events).map((event) => {
    const stages = stagesOf(event).map(
      ({ slot, wayPointIndex }) => `CP${slot + 1} ${stageNames[wayPointIndex] || 'without a name'}`,
    );
    return `${labelEvent(event, names)}: ${stages.join(' · ')}`;
  });
}

export function describeSpecials(names: Names): readonly string[] {
  const specials = splitNames(names.KOMs);
  if (specials.length < 2) return ['No special tabs: they show when there are two names.'];
  return KOM_SEGMENTS.map(({ events, start, end }, index) => {
    const ranked = events.map((event) => labelEvent(event, names)).join(' and ');
    return `Special tab ${specials[index]}: ${ranked}, from ${start} to ${end}.`;
  });
}

function configuredEvents({ distances, KOMs }: Names): readonly EventCode[] {
  return listTabs({ distances, KOMs }).flatMap((tab) => (tab.kind === 'event' ? [tab.code] : []));
}
