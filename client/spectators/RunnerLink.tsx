import type { Starter } from '#shared/model/result.ts';
import { describeName } from '#shared/format/describe-name.ts';
import { isolateText } from '#shared/format/isolate-text.ts';
import { findRunnerPath } from '#shared/wire/screens.ts';
import { useTexts } from '#client/ui/use-texts.ts';
import { afterOverlays } from '#client/ui/overlays.ts';
import type { MouseEvent, ReactNode } from 'react';
import { isPlainPress, Link } from '#client/ui/Link.tsx';
import { useNavigate } from 'react-router-dom';
import styles from './RunnerLink.module.css';

export interface RunnerLinkProps {
  readonly runner: Starter;
  /** By default the name. */
  readonly children?: ReactNode;
  /** For a link in an overlay: closes it before leaving. */
  readonly onOpen?: () => void;
}

export function RunnerLink({ runner, children, onOpen }: RunnerLinkProps): ReactNode {
  const texts = useTexts();
  const navigate = useNavigate();
  const path = findRunnerPath(runner);
  const leave = (press: MouseEvent): void => {
    if (!onOpen || !isPlainPress(press)) return;
    press.preventDefault();
    onOpen();
    afterOverlays(() => void navigate(path));
  };
  return (
    <Link className={styles.link} to={path} onClick={leave}>
      {children ?? isolateText(describeName(runner, texts.common))}
    </Link>
  );
}
