import type { ReactNode } from 'react';

import { Link } from '#client/ui/Link.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { readTyped } from './setting-texts.ts';
import { Section, SettingField } from './SettingField.tsx';
import type { ConfigForm } from './use-config-form.ts';
import { labelEvent } from '#shared/format/label-event.ts';
import { coursesOf } from '#shared/model/courses.ts';
import type { EventCode } from '#shared/model/ids.ts';
import { type RaceConfig, splitNames } from '#shared/model/race-config.ts';
import { codeCheckpoint } from '#shared/scoring/course.ts';
import { listTabs } from '#shared/scoring/tabs.ts';

export function NamesSection({ form }: { readonly form: ConfigForm }): ReactNode {
  const names = readNames(form);
  const isReadOnly = names.setup !== '';
  const common = isReadOnly ? { form, isReadOnly, hint: '' } : { form };
  return (
    <Section title="Names on the results page">
      <div className="stack-14">
        <SettingField {...common} field="distances">
          {isReadable(form, 'distances') ? <Understood lines={describeTabs(names)} /> : null}
        </SettingField>
        <SettingField {...common} field="wayPoints">
          {isReadable(form, 'wayPoints') ? <Understood lines={describeStages(names)} /> : null}
        </SettingField>
        <SettingField {...common} field="KOMs">
          {isReadable(form, 'KOMs') ? <Understood lines={describeSpecials(names)} /> : null}
        </SettingField>
        <p className="text-s muted anywhere">
          {isReadOnly ? 'These names follow from ' : 'Other courses, distances or categories: '}
          <Link to={SCREENS.setup.path}>Race setup…</Link>
        </p>
      </div>
    </Section>
  );
}

function Understood({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <ul className="plain-list anywhere border-l-3 border-accent pl-2.5 text-m">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** The names as typed; as saved where a field cannot be read. */
function readNames({ typed, latest, config }: ConfigForm): Names {
  const read = (field: NameField): string => {
    const reading = readTyped(field, typed[field]);
    return reading.ok ? reading.value : latest[field];
  };
  const { setup } = config;
  return { distances: read('distances'), wayPoints: read('wayPoints'), KOMs: read('KOMs'), setup };
}

function isReadable(form: ConfigForm, field: NameField): boolean {
  return form.config.setup !== '' || readTyped(field, form.typed[field]).ok;
}

type NameField = 'distances' | 'wayPoints' | 'KOMs';
/** The settings that name tabs and stages, and the setup of the race. */
type Names = Pick<RaceConfig, NameField | 'setup'>;

/** The names and codes of the tabs on the results page. */
export function describeTabs(names: Names): readonly string[] {
  const events = configuredEvents(names);
  if (events.length === 0) return ['No distance has a tab.'];
  const without = coursesOf(names).events.slice(events.length);
  return [
    `Tabs: ${events.map((event) => `${labelEvent(event, names)} (${event})`).join(', ')}.`,
    ...(without.length === 0 ? [] : [`No tab for ${without.join(' and ')}.`]),
  ];
}

/** The name that each distance shows for its checkpoints: `Half: CP1 Bedd Morris`. */
export function describeStages(names: Names): readonly string[] {
  const stageNames = splitNames(names.wayPoints);
  if (stageNames.length < 2) {
    return ['Results have no splits: that takes at least two names.'];
  }
  const events = configuredEvents(names);
  const courses = coursesOf(names);
  return (events.length === 0 ? courses.events : events).map((event) => {
    const stages = courses.stagesOf(event).map(({ slot, wayPointIndex, label }) => {
      const name = label || stageNames[wayPointIndex] || 'without a name';
      return `${codeCheckpoint(slot, names)} ${name}`;
    });
    return `${labelEvent(event, names)}: ${stages.join(' · ')}`;
  });
}

export function describeSpecials(names: Names): readonly string[] {
  const specials = listTabs(names).flatMap((tab) => {
    const climb = coursesOf(names).findClimb(tab.code);
    if (!climb) return [];
    const ranked = climb.events.map((event) => labelEvent(event, names)).join(' and ');
    return [`Special tab ${tab.label}: ${ranked}, from ${climb.start} to ${climb.end}.`];
  });
  return specials.length > 0 ? specials : ['No extra tabs: they need two names.'];
}

function configuredEvents(names: Names): readonly EventCode[] {
  return listTabs(names).flatMap((tab) => (tab.kind === 'event' ? [tab.code] : []));
}
