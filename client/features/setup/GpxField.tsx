import { type ReactNode, use, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { PathPrefix } from '#client/kit/form-fields.tsx';
import { readGpx } from './gpx.ts';

/** Fills in the length, climb and profile of a course from a file, which stays in the browser. */
export function GpxField({ courseName }: { readonly courseName: string }): ReactNode {
  const { setValue } = useFormContext();
  const at = use(PathPrefix);
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState('');
  const take = async (file: File): Promise<void> => {
    const reading = await readGpx(file);
    setFault(reading.ok ? '' : reading.error);
    if (!reading.ok) return;
    const { lengthM, climbM, profile } = reading.value;
    setValue(`${at}lengthM`, lengthM, { shouldDirty: true });
    setValue(`${at}profile`, profile, { shouldDirty: true });
    // A file without heights leaves the typed climb.
    if (climbM !== undefined) setValue(`${at}climbM`, climbM, { shouldDirty: true });
  };
  return (
    <div className="stack-8">
      <div className="row">
        <Button onClick={() => input.current?.click()}>Load a GPX file…</Button>
        <input
          ref={input}
          type="file"
          aria-label={`GPX file of ${courseName}`}
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void take(file);
            // Lets the same file be chosen again once it is corrected.
            target.value = '';
          }}
        />
        <p className="text-s muted">
          It fills in length, climb and profile. Only distances and heights are read; nothing
          personal is sent.
        </p>
      </div>
      {fault === '' ? null : <Banner kind="alert">{fault}</Banner>}
    </div>
  );
}
