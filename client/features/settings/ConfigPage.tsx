import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { SaveBar } from '#client/kit/SaveBar.tsx';
import { messageOf } from '#client/organisers/calls/call-error.ts';
import { configQuery, type FetchedConfig } from '#client/organisers/config/fetched-config.ts';
import { ImpactDialog } from '#client/organisers/config/ImpactNote.tsx';
import { SaveFailure } from '#client/organisers/config/SaveFailure.tsx';
import { useCalls } from '#client/organisers/session/use-session.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { Link } from '#client/ui/Link.tsx';
import { SCREENS } from '#client/ui/organisers-screens.ts';
import { Section, SettingField } from './SettingField.tsx';
import { StartsSection } from './StartsSection.tsx';
import { TimingSection } from './TimingSection.tsx';
import { type ConfigForm, useConfigForm } from './use-config-form.ts';

export function ConfigPage(): ReactNode {
  // Refetched on focus: the computer may have slept, or its clock may have been set.
  const { data, failureReason, refetch } = useQuery({
    ...configQuery(useCalls()),
    refetchOnWindowFocus: 'always',
  });
  if (data) return <Settings config={data} />;
  if (!failureReason) return <output>Loading...</output>;
  return (
    <div className="stack-14 max-w-[40rem] justify-items-start">
      <Banner kind="alert">
        <p>Failed to fetch web config data</p>
        <p>{messageOf(failureReason)}</p>
      </Banner>
      <Button kind="main" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}

/** Suggestions; other names known to the browser and the server are valid too. */
const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter(
  (zone, index, zones) => zones.indexOf(zone) === index,
);

function Settings({ config }: { readonly config: FetchedConfig }): ReactNode {
  const zonesId = useId();
  const form = useConfigForm(config);
  const { changed, outcome, labelOf } = form;
  return (
    <div className="stack-14">
      <form
        // Keeps the focused field clear of the sticky bar.
        className="[&_:is(input,textarea,button)]:scroll-mt-20 [&_:is(input,textarea,button)]:scroll-mb-[min(320px,45dvh)] stack-14"
        noValidate
        aria-label="Settings"
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <Section title="Title">
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-x-[22px] gap-y-3">
            <SettingField form={form} field="pageTitle" />
            <SettingField form={form} field="startText" />
          </div>
        </Section>
        <NamesSection form={form} />
        <StartsSection form={form} />
        <TimingSection form={form} />
        <Section title="Clock">
          <SettingField form={form} field="timeZone" list={zonesId} />
          <datalist id={zonesId}>
            {TIME_ZONES.map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </datalist>
        </Section>
        <Section title="On each finisher’s page">
          <SettingField form={form} field="photos" />
        </Section>
        <SaveBar
          changed={changed.map(labelOf)}
          isClashing={form.conflicts.length > 0}
          hasNews={outcome !== undefined}
          news={
            outcome === undefined ? null : outcome === 'saved' ? (
              <Banner kind="done">Update successful</Banner>
            ) : (
              <SaveFailure reason={outcome.failed} />
            )
          }
          button={
            <Button type="submit" kind="main" isBusy={form.isSaving}>
              {form.isSaving ? 'Saving...' : 'Save Changes'}
            </Button>
          }
        />
      </form>
      {form.question ? <ImpactDialog {...form.question} /> : null}
      <LeaveDialog isOn={changed.length > 0} />
    </div>
  );
}

/** The names of distances, waypoints and KOMs; read-only once the race is set up. */
function NamesSection({ form }: { readonly form: ConfigForm }): ReactNode {
  const isReadOnly = form.config.setup !== '';
  const common = isReadOnly ? { form, isReadOnly, hint: '' } : { form };
  return (
    <Section title="Names on the results page">
      <SettingField {...common} field="distances" />
      <SettingField {...common} field="wayPoints" />
      <SettingField {...common} field="KOMs" />
      <p className="text-s muted anywhere">
        {isReadOnly ? 'These names come from ' : 'Other courses, distances or categories: '}
        <Link to={SCREENS.setup.path}>Race setup</Link>
        {isReadOnly ? ': change them there.' : '.'}
      </p>
    </Section>
  );
}
