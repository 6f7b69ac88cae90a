import type { ReactNode } from 'react';

import type { TextPart } from '#shared/model/setting-parts.ts';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import layout from './layout.module.css';
import { showValue } from './setting-texts.ts';
import type { ConfigForm } from './use-config-form.ts';

export interface TheirChangeProps {
  readonly form: ConfigForm;
  readonly field: TextPart;
  readonly label: string;
}

/** What somebody else saved in a field that is being changed here, and the choice between both. */
export function TheirChange({ form, field, label }: TheirChangeProps): ReactNode {
  if (!form.conflicts.includes(field)) return null;
  const theirs = showValue(field, form.latest[field]);
  return (
    <Banner kind="notice">
      <p>
        Another organiser changed {label} meanwhile{' '}
        {theirs === '' ? 'and left it empty' : `to “${theirs}”`}.
      </p>
      <div className={layout.choice}>
        <Button
          aria-label={`Keep mine: ${label}`}
          onClick={() => {
            form.settle(field, 'mine');
          }}
        >
          Keep mine
        </Button>
        <Button
          aria-label={`Take theirs: ${label}`}
          onClick={() => {
            form.settle(field, 'theirs');
          }}
        >
          Take theirs
        </Button>
      </div>
    </Banner>
  );
}
