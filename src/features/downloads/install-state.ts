import { create } from 'zustand';
import type { CatalogEntry } from '../../../contract/catalog.ts';
import type { ClientError } from '../../data/http/errors.ts';
import type { InstallLink, Version } from '../../data/records/install-record.ts';

/**
 * What the sheet shows: the steps after a link was passed to the system, that a tap is needed first, the code for a
 * phone, why it failed, or its place in the queue.
 */
export type InstallView =
  | { kind: 'queued'; entry: CatalogEntry }
  | { kind: 'ready'; entry: CatalogEntry; version: Version; handover: InstallLink }
  | { kind: 'phone'; entry: CatalogEntry }
  | { kind: 'sent'; entry: CatalogEntry; version: Version }
  /** What to do when it does not install. */
  | { kind: 'help'; entry: CatalogEntry; version: Version }
  /** The application's terms have to be accepted first. */
  | { kind: 'terms'; entry: CatalogEntry; version: Version }
  | { kind: 'failed'; entry: CatalogEntry; version: Version; error: ClientError };

/** What the sheet of an install itself shows. */
export type SheetView = Exclude<InstallView, { kind: 'terms' }>;

interface InstallState {
  view: InstallView | null;
  /** The application whose link is being fetched. */
  busy: string | null;
  open(view: InstallView): void;
  close(): void;
  setBusy(application: string | null): void;
}

/** The installation that the sheet is about; there is at most one. */
export const useInstall = create<InstallState>()((set) => ({
  view: null,
  busy: null,
  open: (view) => set({ view }),
  close: () => set({ view: null }),
  setBusy: (busy) => set({ busy }),
}));
