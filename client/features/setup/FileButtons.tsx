import { type ReactNode, useRef, useState } from 'react';

import { raceSetup } from '#shared/model/race-setup-form.ts';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import { LONGEST_SETUP, parseRaceSetup, writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import { err, ok, type Result } from '#shared/model/outcome.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { saveFile } from '#client/ui/save-file.ts';

/** Faults listed at most. */
const MOST_LISTED = 5;

export interface FileButtonsProps {
  readonly setup: RaceSetup;
  readonly onOpened: (setup: RaceSetup) => void;
}

export function FileButtons({ setup, onOpened }: FileButtonsProps): ReactNode {
  const [faults, setFaults] = useState<readonly string[]>([]);
  const open = async (file: File): Promise<void> => {
    const reading = await readSetupFile(file);
    setFaults(reading.ok ? [] : reading.error);
    if (reading.ok) onOpened(reading.value);
  };
  return (
    <>
      <Button onClick={() => saveSetup(setup)}>Save as file</Button>
      <FileButton label="File of a race" accept=".json,application/json" onChosen={open}>
        Open a file…
      </FileButton>
      {faults.length === 0 ? null : (
        <div className="whole-line">
          <Banner kind="alert">
            {faults.map((fault) => (
              <p key={fault}>{fault}</p>
            ))}
          </Banner>
        </div>
      )}
    </>
  );
}

/** Accepts setups with contradictions: they can be corrected on the screen. */
async function readSetupFile(file: File): Promise<Result<RaceSetup, readonly string[]>> {
  if (file.size > LONGEST_SETUP) {
    return err([`The file is too large: ${LONGEST_SETUP / 1_024} kB at most.`]);
  }
  const text = await file.text().catch(() => undefined);
  if (text === undefined) {
    return err(['The file cannot be read. Check that it is still there, and choose it again.']);
  }
  const reading = parseRaceSetup(text);
  if (reading.ok) return ok(reading.value);
  if (!reading.error.some(({ path }) => path === '')) {
    const form = raceSetup.safeParse(JSON.parse(text));
    if (form.success) return ok(form.data);
  }
  const listed = reading.error
    .slice(0, MOST_LISTED)
    .map(({ path, message }) => `${path} ${message}`.trim());
  const more = reading.error.length - listed.length;
  return err([
    'The file was not opened.',
    ...listed,
    ...(more > 0 ? [`And ${more} ${more === 1 ? 'fault' : 'faults'} more.`] : []),
  ]);
}

function saveSetup(setup: RaceSetup): void {
  const text = JSON.stringify(JSON.parse(writeRaceSetup(setup)), undefined, 2);
  saveFile(new Blob([`${text}\n`], { type: 'application/json' }), 'race-setup.json');
}

export interface FileButtonProps {
  readonly children: string;
  /** The accessible name of the file input. */
  readonly label: string;
  readonly accept?: string;
  readonly onChosen: (file: File) => Promise<void>;
}

export function FileButton({ children, label, accept, onChosen }: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>{children}</Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void onChosen(file);
          // Lets the same file be chosen again once it is corrected.
          target.value = '';
        }}
      />
    </>
  );
}
