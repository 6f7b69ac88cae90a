import { type ReactNode, useRef, useState } from 'react';

import { raceSetup } from '#shared/model/race-setup-form.ts';
import type { RaceSetup } from '#shared/model/race-setup.ts';
import { writeRaceSetup } from '#shared/model/race-setup-schema.ts';
import { parseJson } from '#shared/model/json-object.ts';
import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { saveFile } from '#client/ui/save-file.ts';

export interface FileButtonsProps {
  readonly setup: RaceSetup;
  readonly onOpened: (setup: RaceSetup) => void;
}

export function FileButtons({ setup, onOpened }: FileButtonsProps): ReactNode {
  const [isRefused, setIsRefused] = useState(false);
  /** Accepts a setup with contradictions: they can be corrected on the screen. */
  const open = async (file: File): Promise<void> => {
    const text = await file.text().catch(() => '');
    const reading = raceSetup.safeParse(parseJson(text));
    setIsRefused(!reading.success);
    if (reading.success) onOpened(reading.data);
  };
  return (
    <>
      <Button onClick={() => saveSetup(setup)}>Save as file</Button>
      <FileButton label="File of a race" accept=".json,application/json" onChosen={open}>
        Open a file…
      </FileButton>
      {isRefused ? (
        <div className="whole-line">
          <Banner kind="alert">
            The file was not opened: choose one that was saved with “Save as file”.
          </Banner>
        </div>
      ) : null}
    </>
  );
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
