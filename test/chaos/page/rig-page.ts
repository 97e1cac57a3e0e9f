import type { Version } from '../../../src/data/records/install-record.ts';
import type { TermsAnswer } from '../../../src/data/terms/answer-write.ts';
import type { Reading } from '../../../src/features/messages/pending-write.ts';
import type { ReviewEdit } from '../../../src/features/reviews/pending-write.ts';
import type { Subject } from '../subjects.ts';

/** Something that a person does on a device. */
export type Edit =
  | { kind: 'review'; change: ReviewEdit }
  | { kind: 'installed' | 'asked'; application: string; version: Version }
  | { kind: 'removed'; application: string }
  | { kind: 'terms'; answer: TermsAnswer }
  | { kind: 'read'; reading: Reading }
  | { kind: 'opened'; application: string };

/** The row in which a write is kept, or that took it in. */
export interface Acknowledgement {
  /** The kind of pending write. */
  kind: string;
  subject: string;
  order: number;
  writer: string;
}

export interface TabState {
  phase: 'starting' | 'signed-out' | 'locked' | 'signed-in' | 'ended';
  userId: string | null;
  /** The service's id of the device. */
  device: string | null;
  unsent: number;
  refused: string[];
}

export interface Shown {
  application: string;
  like: number | null;
  likes: number;
  dislikes: number;
  installed: string | null;
  /** What the person said to its terms. */
  accepted: boolean | null;
  /** Whether they have read the message beside it. */
  isRead: boolean;
}

/** What the rig's page offers to the program that drives it. */
export interface Rig {
  signIn(userId: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  /** Makes room for somebody else: what waits stays, locked, until the same person signs in here again. Answers whether it could. */
  leave(): Promise<boolean>;
  /** Brings everything up to date, as when the page comes to the front. */
  wake(): Promise<void>;
  /** Asks whether the service can be reached. */
  check(): Promise<void>;
  /** Writes; once it resolves, the write must not be lost. */
  write(edit: Edit): Promise<Acknowledgement>;
  /** The number of the last row of a subject; 0 when there is none. */
  last(subject: string): number;
  /** The person's rating of an application (0 or 1), as far as this tab knows it. */
  rating(application: string): number | null;
  /** What was written on a screen of the catalog in another tab after that number; null while it is not known here. */
  written(subject: string, after: number): Promise<Acknowledgement | null>;
  /** What the disk has of a subject, and what the disk is for this tab: for a failure's message. */
  kept(subject: string): Promise<string>;
  state(): TabState;
  /** What a person sees here of each subject, once it is up to date. */
  shown(subjects: readonly Subject[]): Promise<Shown[]>;
}
