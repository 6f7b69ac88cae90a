import type { RaceConfig } from '#shared/model/race-config.ts';
import type { AdminRunner } from '#shared/wire/admin-api.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

import type { FetchedConfig } from '../config/read-config.ts';
import { readConfig } from '../config/read-config.ts';
import { useLists, useOrganisersFeed } from '../lists/ListsProvider.tsx';
import { useCalls, useOrganiser } from '../session/use-session.ts';
import { describeSaved } from './describe-change.ts';
import { nameRunner } from './editor-values.ts';
import type { EditDone } from './RunnerEditor.tsx';
import type { EditorState } from './use-editor.ts';
import { useEditor } from './use-editor.ts';

/** What came of the last thing one did. */
export interface News {
  readonly text: string;
  /** `notice`: done, but not all that one may have meant. `alert`: not done. */
  readonly tone?: 'notice' | 'alert';
  /** The change that was made, for an admin to take back. */
  readonly undo?: Undo;
}

/** A change of a runner that can be undone. */
export interface Undo {
  readonly runnerId: string;
  /** Nothing is undone when another change came after it. */
  readonly version: number;
  /** What there is to say when it is undone. */
  readonly undone: string;
}

/** What the screens with a table of runners share: one editor, and the news of what it did. */
export interface Desk extends EditorState {
  readonly config: FetchedConfig | undefined;
  /** The runner whose form is open, as known now. */
  readonly edited: AdminRunner | undefined;
  readonly news: News | undefined;
  readonly setNews: (news: News | undefined) => void;
  /** Who else has a runner open, by e-mail address. */
  readonly editorsOf: (runnerId: string) => readonly string[];
  /** An editor ended well. Whether it was still open: its answer may come late. */
  readonly finish: (done: EditDone) => boolean;
}

export function useDesk(): Desk {
  const state = useEditor();
  const { data: config } = useQuery(readConfig(useCalls()));
  const feed = useOrganisersFeed();
  const { presence } = useLists();
  const { email } = useOrganiser();
  const [news, setNews] = useState<News>();
  const { editor, close } = state;
  const editedId = editor?.target.kind === 'runner' ? editor.target.runnerId : undefined;

  useEffect(() => {
    feed.setEditing(editedId ?? null);
  }, [feed, editedId]);
  useEffect(
    () => () => {
      feed.setEditing(null);
    },
    [feed],
  );

  const editorsOf = useCallback(
    (runnerId: string) => {
      const emails = presence
        .filter((each) => each.runnerId === runnerId)
        .map((each) => each.email);
      // One entry is this screen's own; the same person may have a second machine.
      const own = runnerId === editedId ? emails.indexOf(email) : -1;
      return own === -1 ? emails : emails.toSpliced(own, 1);
    },
    [presence, editedId, email],
  );

  return {
    ...state,
    config,
    edited: editedId === undefined ? undefined : feed.findRunner(editedId),
    news,
    setNews,
    editorsOf,
    finish: (done) => {
      setNews(describeDeed(done, config));
      return close(editor);
    },
  };
}

function describeDeed(done: EditDone, config: RaceConfig | undefined): News {
  const { deed, values, before } = done;
  const undone = `The last change of ${nameRunner(values)} is undone.`;
  switch (deed) {
    case 'saved': {
      const saved = `Saved: ${describeSaved(values, before, config)}`;
      const text = done.aside ? `${saved}. ${done.aside}` : saved;
      const isNew = before === undefined;
      const news = withUndo(
        text,
        done,
        isNew ? `No longer entered: ${nameRunner(values)}` : undone,
      );
      // Saved, but nobody can be timed without a band.
      const isBandless = values.raceNumber.trim() === '' || done.isOtherBandless;
      return isBandless ? { ...news, tone: 'notice' } : news;
    }
    case 'deleted':
      return withUndo(
        `Deleted: ${nameRunner(values)}`,
        done,
        `Brought back: ${nameRunner(values)}`,
      );
    case 'undone':
      return { text: undone };
    default:
      return deed satisfies never;
  }
}

function withUndo(text: string, { runnerId, version }: EditDone, undone: string): News {
  return version === undefined ? { text } : { text, undo: { runnerId, version, undone } };
}
