import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';

import type { RaceSetup } from '#shared/model/race-setup.ts';
import type { SetupBody } from '#shared/wire/config-api.ts';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { CategoriesPart } from './CategoriesPart.tsx';
import { CoursesPart } from './CoursesPart.tsx';
import { DistancesPart } from './DistancesPart.tsx';
import { FaultsShown } from '#client/kit/form-fields.tsx';
import { goToFault } from './faults.tsx';
import { FileButtons } from './FileButtons.tsx';
import { PartNav } from './PartNav.tsx';
import type { PartProps } from './part-props.ts';
import { PointsPart } from './PointsPart.tsx';
import { PrizesPart, TeamsPart } from './AwardsParts.tsx';
import { SetupSaveBar } from './SaveBar.tsx';
import { ImpactQuestion } from './ImpactQuestion.tsx';
import { listNamers, namesOf, removeRow, renameRow } from './setup-draft.ts';
import { type Part, PART_NAMES, partOf, PARTS } from './setup-merge.ts';
import { StartsPart } from './StartsPart.tsx';
import { TemplateChoice } from './TemplateChoice.tsx';
import { useSetupForm } from './use-setup-form.ts';

const SCREEN_OF: Readonly<Record<Part, (props: PartProps) => ReactNode>> = {
  points: PointsPart,
  courses: CoursesPart,
  distances: DistancesPart,
  starts: StartsPart,
  categories: CategoriesPart,
  prizes: PrizesPart,
  teams: TeamsPart,
};

interface Removal {
  readonly name: string;
  readonly namers: readonly string[];
  readonly perform: () => void;
}

/** The parts of the race, one at a time, and their unsaved changes. */
export function SetupScreen({ body }: { readonly body: SetupBody }): ReactNode {
  const [params, setParams] = useSearchParams();
  const part = PART_NAMES.find((name) => name === params.get('part')) ?? 'points';
  const [isChoosing, setIsChoosing] = useState(body.isTemplate);
  const [removal, setRemoval] = useState<Removal>();
  /** The fault to focus once its part is shown. */
  const [wanted, setWanted] = useState<{ readonly path: string }>();
  const show = (name: Part): void => {
    setWanted(undefined);
    setParams({ part: name }, { replace: true });
  };
  const form = useSetupForm(body, (path) => {
    show(partOf(path) ?? part);
    setWanted({ path });
  });
  useEffect(() => {
    if (wanted && (partOf(wanted.path) ?? part) === part) goToFault(wanted.path);
  }, [wanted, part]);

  const opener = useRef<HTMLDivElement>(null);
  const begin = (setup: RaceSetup): void => {
    form.change(setup);
    setIsChoosing(false);
    // The template that was chosen is gone.
    opener.current?.querySelector('button')?.focus();
  };
  const { mine } = form;
  const props: PartProps = {
    race: mine,
    onRename: (list, index) => (name) => {
      const field = list === 'points' || list === 'courses' ? 'id' : 'code';
      form.form.setValue(
        `${list === 'categories' ? 'categories.table' : list}.${index}.${field}`,
        name,
      );
      form.put(renameRow(mine, list, index, name), list);
    },
    onRemove: (list) => (index, remove) => {
      const name = namesOf(mine, list)[index] ?? '';
      const namers = listNamers(mine, list, name);
      const perform = (): void => {
        form.put(removeRow(mine, list, index), list);
        remove();
      };
      if (namers.length === 0) perform();
      else setRemoval({ name, namers, perform });
    },
  };
  const Shown = SCREEN_OF[part];
  return (
    <FormProvider {...form.form}>
      <FaultsShown value={form.faults}>
        <div className="stack-14">
          <div ref={opener} className="row">
            <Button aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)}>
              Start from a template…
            </Button>
            <FileButtons setup={mine} onOpened={begin} />
          </div>
          {isChoosing ? <TemplateChoice body={body} onChosen={begin} /> : null}
          <div className="grid grid-cols-[11rem_minmax(0,1fr)] items-start gap-3.5 @max-[52em]/screen:grid-cols-1">
            <PartNav open={part} changed={form.changed} onOpen={show} />
            <section
              className="framed stack-14 shrinks one-column px-4 pt-3.5 pb-4 @max-[52em]/screen:px-2 @max-[52em]/screen:py-3"
              aria-labelledby="setup-part"
            >
              <h2 id="setup-part" className="heading">
                {PARTS[part].title}
              </h2>
              <Shown key={part} {...props} />
            </section>
          </div>
          <SetupSaveBar form={form} onGo={show} />
        </div>
        {removal ? (
          <ConfirmDialog
            title={`Remove ${removal.name}?`}
            confirmLabel="Remove"
            kind="danger"
            onConfirm={() => {
              removal.perform();
              setRemoval(undefined);
            }}
            onCancel={() => setRemoval(undefined)}
          >
            <p>This also removes or changes:</p>
            <ul>
              {removal.namers.map((namer) => (
                <li key={namer}>{namer}</li>
              ))}
            </ul>
          </ConfirmDialog>
        ) : null}
        {form.question ? <ImpactQuestion form={form} question={form.question} /> : null}
        <LeaveDialog isOn={form.changed.length > 0} />
      </FaultsShown>
    </FormProvider>
  );
}
