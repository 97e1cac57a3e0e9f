import type { Acknowledgement, Edit } from './page/rig-page.ts';

/** What writes say of something: its rating, text and installation, the answer to its terms, that it was read, that it was opened once more. */
export type Field = 'like' | 'title' | 'installed' | 'accepted' | 'read' | 'opened';

/** What becomes of one field by a write; null: nothing is there afterwards. */
export interface Effect {
  /** The id of an application, of terms or of a message. */
  item: string;
  field: Field;
  value: string | number | null;
}

/** Somebody at a device, from a sign-in to a sign-out. */
export interface Stay {
  device: string;
  /** The service's id of the person. */
  person: string;
}

/** A write as the person saw it: first asked for, then acknowledged, unless the browser was killed in between. */
export interface Entry {
  /** Grows with every write of the run. */
  number: number;
  stay: Stay;
  effects: readonly Effect[];
  acknowledgement: Acknowledgement | null;
}

/** Everything that people did, in their order. */
export class Journal {
  readonly entries: Entry[] = [];
  /** The stay in which something was sent under the name of a writer, as far as that is known: a page on a full disk takes another name. */
  readonly writers = new Map<string, Stay>();

  /** A write is asked for; nothing is promised yet. */
  ask(stay: Stay, edit: Edit): Entry {
    const entry = { number: this.entries.length, stay, effects: effectsOf(edit), acknowledgement: null };
    this.entries.push(entry);
    return entry;
  }

  get acknowledged(): number {
    return this.entries.filter(({ acknowledgement }) => acknowledgement !== null).length;
  }

  /** How many were acknowledged of each kind of pending write. */
  get kinds(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { acknowledgement } of this.entries)
      if (acknowledgement !== null)
        counts.set(acknowledgement.kind, (counts.get(acknowledgement.kind) ?? 0) + 1);
    return counts;
  }
}

function effectsOf(edit: Edit): Effect[] {
  switch (edit.kind) {
    case 'review': {
      const { application: item, like, title, comment } = edit.change;
      return [
        ...(like === undefined ? [] : [{ item, field: 'like' as const, value: like }]),
        ...(title === undefined ? [] : [{ item, field: 'title' as const, value: title }]),
        ...(comment === null ? [{ item, field: 'title' as const, value: null }] : []),
      ];
    }
    case 'installed':
    case 'asked':
      return [{ item: edit.application, field: 'installed', value: edit.version.id }];
    case 'removed':
      return [{ item: edit.application, field: 'installed', value: null }];
    case 'terms':
      return [{ item: edit.answer.terms, field: 'accepted', value: edit.answer.accepted ? 1 : 0 }];
    case 'read':
      return edit.reading.messages.map((item) => ({ item, field: 'read', value: 1 }));
    case 'opened':
      return [{ item: edit.application, field: 'opened', value: 1 }];
  }
}
