import type { RaceConfig } from '#shared/model/race-config.ts';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';

import { useLists } from '../lists/ListsProvider.tsx';
import { describeBibHolders } from './describe-bib-holders.ts';
import type { EditorValues } from './editor-values.ts';

export interface BibNoteProps {
  readonly form: UseFormReturn<EditorValues>;
  readonly runnerId: string | undefined;
  readonly config: RaceConfig;
}

/** Who else has the bib that stands in the form. */
export function BibNote({ form, runnerId, config }: BibNoteProps): ReactNode {
  const bib = useWatch({ control: form.control, name: 'bibNumber' });
  const { everyone } = useLists();
  return describeBibHolders(bib, runnerId, everyone, config);
}
