import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import type { RaceSetup } from '#shared/model/race-setup.ts';
import type { SetupBody } from '#shared/wire/setup-api.ts';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmDialog } from '#client/ui/ConfirmDialog.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { CategoriesPart } from './CategoriesPart.tsx';
import { CoursesPart } from './CoursesPart.tsx';
import { DistancesPart } from './DistancesPart.tsx';
import { Faults, goToFault } from './faults.ts';
import { FileButtons } from './FileButtons.tsx';
import { PartNav } from './PartNav.tsx';
import type { PartProps } from './part-props.ts';
import { PointsPart } from './PointsPart.tsx';
import { PrizesPart, TeamsPart } from './AwardsParts.tsx';
import { SaveBar } from './SaveBar.tsx';
import { ImpactQuestion } from './ImpactQuestion.tsx';
import { listNamers, type NamedList, namesOf, removeRow, renameRow } from './setup-draft.ts';
import { type Part, PART_NAMES, partOf, PARTS } from './setup-merge.ts';
import styles from './SetupScreen.module.css';
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

/** The removal of a row that others name, before it is confirmed. */
interface Removal {
  readonly list: NamedList;
  readonly index: number;
  readonly name: string;
  readonly namers: readonly string[];
}

/** The parts of the race, one at a time, and their unsaved changes. */
export function SetupScreen({ body }: { readonly body: SetupBody }): ReactNode {
  const [params, setParams] = useSearchParams();
  const part = PART_NAMES.find((name) => name === params.get('part')) ?? 'points';
  const [isChoosing, setIsChoosing] = useState(body.isTemplate);
  const [removal, setRemoval] = useState<Removal>();
  /** The fault to go to once its part is shown. */
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

  const begin = (setup: RaceSetup): void => {
    form.change(setup);
    setIsChoosing(false);
  };
  const { mine } = form;
  const props: PartProps = {
    setup: { at: '', value: mine, onChange: form.change },
    onRename: (list, index) => (name) => form.change(renameRow(mine, list, index, name)),
    onRemove: (list) => (index) => {
      const name = namesOf(mine, list)[index] ?? '';
      const namers = listNamers(mine, list, name);
      if (namers.length === 0) form.change(removeRow(mine, list, index));
      else setRemoval({ list, index, name, namers });
    },
  };
  const Shown = SCREEN_OF[part];
  return (
    <Faults value={form.faults}>
      <div className="stack-14">
        <div className="row">
          <Button aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)}>
            Start from a template…
          </Button>
          <FileButtons setup={mine} onOpened={begin} />
        </div>
        {isChoosing ? <TemplateChoice body={body} onChosen={begin} /> : null}
        <div className={styles.screen}>
          <PartNav open={part} changed={form.changed} onOpen={show} />
          <section className={styles.part} aria-labelledby="setup-part">
            <h2 id="setup-part" className="heading">
              {PARTS[part].title}
            </h2>
            <Shown key={part} {...props} />
          </section>
        </div>
        <SaveBar form={form} onGo={show} />
      </div>
      {removal ? (
        <ConfirmDialog
          title={`Remove ${removal.name}?`}
          confirmLabel="Remove"
          kind="danger"
          onConfirm={() => {
            form.change(removeRow(mine, removal.list, removal.index));
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
    </Faults>
  );
}
