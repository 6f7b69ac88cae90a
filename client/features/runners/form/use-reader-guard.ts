import { parseBandId } from '#shared/model/ids.ts';
import type { AdminRunner } from '#shared/wire/runners-api.ts';
import { type KeyboardEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { useLists } from '#client/organisers/lists/ListsProvider.tsx';
import { EDITOR_FIELDS, type EditorValues } from '#client/organisers/runners/editor-values.ts';
import { lookAtText, type Read, ReaderBurst } from '#client/organisers/runners/reader-burst.ts';
import type { Refusal } from './save-draft.ts';

interface ReaderGuardOptions {
  readonly form: UseFormReturn<EditorValues>;
  readonly runner: AdminRunner | undefined;
  /** The number read in the filter that opened the form. */
  readonly openedBy: string | undefined;
  /** Set if the form returned after a refused submission. */
  readonly refusal: Refusal | undefined;
}

/** Moves a band that is read into any field of the form to the wristband field. */
export function useReaderGuard({ form, runner, openedBy, refusal }: ReaderGuardOptions) {
  const { everyone } = useLists();
  const [burst] = useState(() => new ReaderBurst<string>());
  const [bandNote, setBandNote] = useState('');
  /** Set after a read that was probably meant for the filter. */
  const [isDoubted, setIsDoubted] = useState(false);
  const [submitted] = useState(() => form.getValues('raceNumber').trim());

  const moveToBand = (target: EventTarget, { number, before }: Read<string>): void => {
    const field = EDITOR_FIELDS.find((name) => 'name' in target && target.name === name);
    if (field) form.setValue(field, before, { shouldDirty: true });
    const other = form.getValues('raceNumber').trim();
    form.setValue('raceNumber', number, { shouldDirty: true });
    form.setFocus('raceNumber', { shouldSelect: true });
    askAbout(number, other);
  };

  const askAbout = (number: string, other: string): void => {
    const instead = other === '' || other === number ? '' : `, instead of ${other}`;
    setBandNote(`${number} was read: Enter saves it as the wristband${instead}.`);
  };

  /** Whether a returned form expects this number; somebody who did not notice the refusal reads the next bib. */
  const isAwaited = (number: string): boolean => {
    if (number === submitted) return true;
    const isAskedFor =
      refusal?.taken !== undefined || refusal?.errors?.some(({ field }) => field === 'raceNumber');
    const isBib = everyone.some(
      ({ runnerId, bibNumber }) => bibNumber === number && runnerId !== runner?.runnerId,
    );
    return isAskedFor === true && !isBib;
  };

  /** Returns whether the Enter is handled here. */
  const handleEnter = (target: EventTarget, read: Read<string> | undefined): boolean => {
    if (!(target instanceof HTMLInputElement && target.name === 'raceNumber')) {
      if (!read) return false;
      moveToBand(target, read);
      return true;
    }
    const isNameless = `${form.getValues('firstName')}${form.getValues('lastName')}`.trim() === '';
    if (!runner && isNameless) {
      form.setFocus('firstName');
      return true;
    }
    if (read && refusal && (isDoubted || !isAwaited(read.number))) {
      setIsDoubted(true);
      target.select();
      askAbout(read.number, submitted);
      return true;
    }
    const isSame = read !== undefined && read.number === openedBy && read.number === target.value;
    if (!isSame || !runner || runner.raceNumber === parseBandId(read.number)) return false;
    target.select();
    setBandNote(
      `This runner was found by bib ${read.number}. Press Enter again if ${read.number} is also the band.`,
    );
    return true;
  };

  return {
    bandNote,
    clearNote: (): void => setBandNote(''),
    onKeyDown: (event: KeyboardEvent): void => {
      const { key, repeat, target, nativeEvent } = event;
      const read = burst.take(repeat ? 'held' : key, nativeEvent.timeStamp, () =>
        lookAtText(target),
      );
      if (key === 'Enter' && handleEnter(target, read)) event.preventDefault();
    },
  };
}
