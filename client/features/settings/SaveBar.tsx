import type { ReactNode } from 'react';

import { labelPart, type TextPart } from '#shared/model/setting-parts.ts';

import { Banner } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SaveFailure } from '#client/organisers/config/SaveFailure.tsx';
import styles from '#client/ui/SaveBar.module.css';
import layout from './layout.module.css';
import type { ConfigForm } from './use-config-form.ts';

/** The unsaved changes, the save button and the outcome; always in view while there are any. */
export function SaveBar({ form }: { readonly form: ConfigForm }): ReactNode {
  const { changed, conflicts, updated, outcome, isSaving, config } = form;
  const listLabels = (fields: readonly TextPart[]): string =>
    fields.map((field) => labelPart(field, config)).join(', ');
  const isNeeded = changed.length + conflicts.length + updated.length > 0 || outcome !== undefined;
  return (
    <div className={styles.saveBar} data-needed={isNeeded || undefined}>
      {updated.length === 0 ? null : (
        <Banner kind="notice">
          <div className={styles.newsRow}>
            <span>Another organiser changed {listLabels(updated)}: shown above.</span>
            <Button onClick={form.visitUpdated}>Go there</Button>
          </div>
        </Banner>
      )}
      {outcome?.kind === 'saved' ? <Banner kind="done">Update successful</Banner> : null}
      {outcome?.kind === 'failed' ? <SaveFailure reason={outcome.reason} /> : null}
      <div className={styles.saveRow}>
        <p className={layout.note}>
          {changed.length === 0 ? 'Nothing to save.' : `Not saved yet: ${listLabels(changed)}.`}
          {conflicts.length === 0
            ? ''
            : ' Choose which to keep where another organiser made changes.'}
        </p>
        <Button type="submit" kind="main" isBusy={isSaving}>
          {isSaving ? 'Saving...' : 'Save Changes'}
        </Button>
      </div>
    </div>
  );
}
