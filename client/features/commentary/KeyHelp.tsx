import type { ReactNode } from 'react';

import { Button } from '#client/ui/Button.tsx';
import { DialogButtons, ModalDialog } from '#client/ui/ModalDialog.tsx';
import { useAllTexts } from '#client/ui/use-all-texts.ts';

import styles from './Commentary.module.css';

export function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { commentary, common } = useAllTexts();
  return (
    <ModalDialog width="question" labelledBy="keys-title" onClose={onClose}>
      <h2 id="keys-title">{commentary.keys}</h2>
      <dl className={styles.keys}>
        {commentary.keyList.map(([keys, meaning]) => (
          <div key={keys} className={styles.key}>
            <dt>
              {keys?.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <DialogButtons>
        <Button kind="main" onClick={onClose}>
          {common.close}
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
