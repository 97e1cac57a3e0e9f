import type { Acknowledgement, Edit } from './page/rig-page.ts';

/** The parts of which each write changes one or more, and which several devices may change. */
export type Field = 'like' | 'title' | 'installed';

/** What becomes of one field by a write; null: nothing is there afterwards. */
export interface Effect {
  application: string;
  field: Field;
  value: string | number | null;
}

/** Somebody at a device, from a sign-in to a sign-out. */
export interface Stay {
  device: string;
  person: string;
}

/** A write as the person saw it: first asked for, then acknowledged, unless the browser was killed in between. */
export interface Entry {
  /** Grows with every write of the storm. */
  number: number;
  stay: Stay;
  effects: readonly Effect[];
  kept: Acknowledgement | null;
}

/** Everything that people did, in their order. */
export class Journal {
  readonly entries: Entry[] = [];
  /** The stay in which something was sent under the name of a writer, as far as that is known: a page on a full disk takes another name. */
  readonly writers = new Map<string, Stay>();

  /** A write is asked for; nothing is promised yet. */
  ask(stay: Stay, edit: Edit, applications: readonly string[]): Entry {
    const entry = { number: this.entries.length, stay, effects: effectsOf(edit, applications), kept: null };
    this.entries.push(entry);
    return entry;
  }

  get acknowledged(): number {
    return this.entries.filter(({ kept }) => kept !== null).length;
  }
}

function effectsOf(edit: Edit, applications: readonly string[]): Effect[] {
  switch (edit.kind) {
    case 'review': {
      const { application, like, title, comment } = edit.change;
      return [
        ...(like === undefined ? [] : [{ application, field: 'like' as const, value: like }]),
        ...(title === undefined ? [] : [{ application, field: 'title' as const, value: title }]),
        ...(comment === null ? [{ application, field: 'title' as const, value: null }] : []),
      ];
    }
    case 'rating': {
      const { application, like, title = null } = edit.rating;
      return [
        { application, field: 'like', value: like },
        { application, field: 'title', value: title },
      ];
    }
    case 'installed':
    case 'asked':
      return [{ application: edit.application, field: 'installed', value: edit.version.id }];
    case 'removed':
      return [{ application: edit.application, field: 'installed', value: null }];
    case 'inventory': {
      const versions = new Map(edit.applications.map(({ id, version_id }) => [id, version_id]));
      return applications.map((application) => ({
        application,
        field: 'installed',
        value: versions.get(application) ?? null,
      }));
    }
  }
}
