import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import styles from './FindBox.module.css';
import { useIsServerRendered } from '#client/live/use-is-server-rendered.ts';
import { useTexts } from './use-texts.ts';

export interface FindBoxProps {
  /** What it searches, as label and placeholder. */
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** During a search, the number of matching rows and of all rows. */
  readonly shown: { readonly shown: number; readonly listed: number } | undefined;
  readonly onEnter?: () => void;
  readonly onArrowDown?: () => void;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** From the last key until screen readers announce the number of matches. */
const PAUSE_MS = 800;

/** Searches the rows of a list. `/` focuses it from anywhere, Escape clears it. */
export function FindBox(props: FindBoxProps): ReactNode {
  const { label, text, onText, shown } = props;
  const { onEnter, onArrowDown, inputRef } = props;
  const { find } = useTexts();
  const ownRef = useRef<HTMLInputElement>(null);
  const input = inputRef ?? ownRef;
  useSlashKey(input);

  const clear = (): void => {
    onText('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = {
      Escape: () => {
        if (text === '') input.current?.blur();
        else onText('');
      },
      Enter: onEnter,
      ArrowDown: onArrowDown,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    // An Enter that is held down was pressed in the element that had the focus before.
    if (event.repeat && event.key === 'Enter') return;
    act();
  };

  return (
    <search className={styles.box}>
      <input
        ref={input}
        className={styles.input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        value={text}
        // React would drop text typed into the server's rendering.
        readOnly={useIsServerRendered()}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {shown ? <span className={styles.shown}>{find.shown(shown.shown, shown.listed)}</span> : null}
      {text === '' ? null : (
        <button className={styles.clear} type="button" aria-label={find.clear} onClick={clear}>
          <span aria-hidden="true">×</span>
        </button>
      )}
      <Announcement text={text} shown={shown} />
    </search>
  );
}

/** Announces after a pause in typing, but not again when rows arrive later. */
function Announcement({ text, shown }: Pick<FindBoxProps, 'text' | 'shown'>): ReactNode {
  const { find } = useTexts();
  const [news, setNews] = useState('');
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      const now = latest.current;
      setNews(text !== '' && now ? find.shown(now.shown, now.listed) : '');
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, find]);
  return <output className="visually-hidden">{news}</output>;
}

function useSlashKey(input: { readonly current: HTMLInputElement | null }): void {
  useLayoutEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
