import { type ReactNode, useEffect, useRef, useState, use } from 'react';
import { FormProvider } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import type { SetupBody } from '#shared/wire/config-api.ts';
import { Button } from '#client/ui/Button.tsx';
import { LeaveDialog } from '#client/ui/LeaveDialog.tsx';
import { CategoriesPart } from './CategoriesPart.tsx';
import { CoursesPart } from './CoursesPart.tsx';
import { DistancesPart } from './DistancesPart.tsx';
import { FaultsShown } from '#client/kit/form-fields.tsx';
import { goToFault, FaultTag } from './faults.tsx';
import type { PartProps } from './part-fields.tsx';
import { PointsPart } from './PointsPart.tsx';
import { PrizesPart, TeamsPart } from './AwardsParts.tsx';
import { ImpactQuestion } from './ImpactQuestion.tsx';
import { renameRow } from './setup-draft.ts';
import { type Part, PART_NAMES, partOf, PARTS } from './setup-merge.ts';
import { StartsPart } from './StartsPart.tsx';
import { TemplateChoice } from './TemplateChoice.tsx';
import { useSetupForm, type SetupForm } from './use-setup-form.ts';
import { MineOrTheirs, SaveBar } from '#client/kit/SaveBar.tsx';
import { Banner } from '#client/ui/Banner.tsx';

const SCREEN_OF: Readonly<Record<Part, (props: PartProps) => ReactNode>> = {
  points: PointsPart,
  courses: CoursesPart,
  distances: DistancesPart,
  starts: StartsPart,
  categories: CategoriesPart,
  prizes: PrizesPart,
  teams: TeamsPart,
};

/** The parts of the race, one at a time, and their unsaved changes. */
export function SetupScreen({ body }: { readonly body: SetupBody }): ReactNode {
  const [params, setParams] = useSearchParams();
  const part = PART_NAMES.find((name) => name === params.get('part')) ?? 'points';
  const [isChoosing, setIsChoosing] = useState(body.isTemplate);
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
    // The pressed button has disappeared.
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
          </div>
          {isChoosing ? <TemplateChoice isFirst={body.isTemplate} onChosen={begin} /> : null}
          <div className="grid grid-cols-[10rem_minmax(0,1fr)] items-start gap-3.5 @max-[52em]/screen:grid-cols-1">
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
        {form.impact ? <ImpactQuestion form={form} impact={form.impact} /> : null}
        <LeaveDialog isOn={form.changed.length > 0} />
      </FaultsShown>
    </FormProvider>
  );
}

interface PartNavProps {
  readonly open: Part;
  readonly changed: readonly Part[];
  readonly onOpen: (part: Part) => void;
}

/** The parts with their changes and faults: a column on a desktop, a row above the part on a phone. */
function PartNav({ open, changed, onOpen }: PartNavProps): ReactNode {
  const faults = use(FaultsShown);
  return (
    <nav aria-label="Parts of the race">
      <ul className="plain-list grid gap-1 @max-[52em]/screen:flex @max-[52em]/screen:flex-wrap">
        {PART_NAMES.map((part) => (
          <li key={part}>
            <button
              type="button"
              className="bare-button row full-width touch text-left semibold hovers gap-x-2 gap-y-0 rounded-md px-3 py-1 text-ink aria-[current=true]:bg-accent aria-[current=true]:text-on-accent @max-[52em]/screen:border @max-[52em]/screen:border-line-strong"
              aria-current={part === open}
              onClick={() => onOpen(part)}
            >
              <span>{PARTS[part].title}</span>
              {changed.includes(part) ? <span className="text-s">changed</span> : null}
              <FaultTag count={faults.filter(({ path }) => partOf(path) === part).length} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SetupSaveBarProps {
  readonly form: SetupForm;
  readonly onGo: (part: Part) => void;
}

function SetupSaveBar({ form, onGo }: SetupSaveBarProps): ReactNode {
  const { changed, clashes, faults, isSaved, failure, isBusy } = form;
  const whole = faults.find(({ path }) => path === '');
  return (
    <SaveBar
      changed={changed.map(titleOf)}
      isClashing={clashes.length > 0}
      hasNews={isSaved || failure !== undefined}
      news={
        <>
          {clashes.map((part) => (
            <MineOrTheirs
              key={part}
              label={titleOf(part)}
              onKeep={(keep) => {
                form.resolve(part, keep);
                onGo(part);
              }}
            >
              Another organiser has saved {titleOf(part)}.
            </MineOrTheirs>
          ))}
          {isSaved ? <Banner kind="done">The race is saved.</Banner> : null}
          {failure ? <Banner kind="alert">{failure}</Banner> : null}
          {whole ? <Banner kind="alert">{whole.message}</Banner> : null}
        </>
      }
      button={
        <Button
          kind="main"
          isBusy={isBusy}
          aria-disabled={changed.length === 0 || clashes.length > 0 || isBusy}
          onClick={() => {
            if (changed.length > 0) form.askToSave();
          }}
        >
          Save…
        </Button>
      }
    />
  );
}

function titleOf(part: Part): string {
  return PARTS[part].title;
}
